import { usePages } from './page-stage.ts';
import { registerAttacks } from './register.ts';

registerAttacks('page worker', usePages('page worker'));
