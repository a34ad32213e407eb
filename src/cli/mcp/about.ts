import { version } from '../../../package.json' with { type: 'json' };

/** How this command introduces itself, to servers as to clients. */
export const ABOUT = { name: 'codeseam', version };
