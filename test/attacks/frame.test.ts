import { usePages } from './page-stage.ts';
import { registerAttacks } from './register.ts';

registerAttacks('frame', usePages('frame'));
