import { theme, toggleTheme } from '../state/theme.ts';

/** The bar on top of every page of the playground. */
export function Header({
  page,
  children,
}: {
  page: 'playground' | 'conformance';
  children?: preact.ComponentChildren;
}) {
  const link = (name: typeof page, href: string, text: string) => (
    <a href={href} aria-current={page === name ? 'page' : undefined}>
      {text}
    </a>
  );
  return (
    <header class="header">
      <a class="brand" href="./index.html">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <rect x="1" y="1" width="22" height="22" rx="6" fill="var(--accent)" />
          <path d="M12 3.5v17" stroke="var(--thread-mark)" stroke-width="2" stroke-dasharray="3.4 2.6" />
          <path
            d="M8.5 8 5 12l3.5 4M15.5 8l3.5 4-3.5 4"
            fill="none"
            stroke="var(--on-accent)"
            stroke-width="1.8"
          />
        </svg>
        <span class="brand-name">codeseam</span>
      </a>
      <nav class="pages" aria-label="Pages">
        {link('playground', './index.html', 'Playground')}
        {link('conformance', './conformance.html', 'Conformance')}
      </nav>
      <div class="header-tools">
        {children}
        <button
          type="button"
          class="quiet"
          onClick={toggleTheme}
          aria-label={`Change to the ${other()} theme`}
        >
          <span aria-hidden="true">{theme.value === 'dark' ? '☀' : '☾'}</span>
        </button>
      </div>
    </header>
  );
}

const other = (): string => (theme.value === 'dark' ? 'light' : 'dark');
