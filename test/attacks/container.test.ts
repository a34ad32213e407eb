import { useProcesses } from './node-stage.ts';
import { registerAttacks } from './register.ts';

registerAttacks('container', useProcesses());
