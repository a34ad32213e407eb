import { useSite } from './counting-site.ts';
import { playInProcess } from './node-stage.ts';
import { registerAttacks } from './register.ts';

const site = useSite();

registerAttacks('thread', (order) => playInProcess(site(), order));
