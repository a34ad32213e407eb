import { effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const KEY = 'codeseam-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** What the visitor chose, and until then what the system prefers. */
export const theme = signal<Theme>(chosen() ?? preferred());

function preferred(): Theme {
  return system.matches ? 'dark' : 'light';
}

/** Storage may be forbidden; then the choice lasts as long as the page. */
function chosen(): Theme | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {}
}

export function applyTheme(): void {
  system.addEventListener('change', () => {
    if (chosen() === undefined) theme.value = preferred();
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  });
}
