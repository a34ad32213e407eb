export type {} from '../seam/types.ts';
