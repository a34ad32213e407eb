import { useSite } from './counting-site.ts';
import { playInProcess } from './node-stage.ts';
import { registerAttacks } from './register.ts';

const site = useSite();

registerAttacks('process', (order) => playInProcess(site(), order));
