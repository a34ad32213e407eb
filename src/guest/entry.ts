import { GUEST_HOOK } from '../bridge/program-hook.ts';
import { boot } from './main.ts';

Object.defineProperty(globalThis, GUEST_HOOK, { value: boot, configurable: true });
