import { useEffect, useRef } from 'preact/hooks';
import { GROUPS } from '../examples/example.ts';
import { EXAMPLES } from '../examples/index.ts';
import { run } from '../run/session.ts';
import { exampleId, openExample } from '../state/document.ts';
import { revealOutcome } from './reveal.ts';

/** One click opens an example and runs it. The program it replaces is one undo away. */
export function Examples() {
  const list = useRef<HTMLElement>(null);
  // One that a link names may be out of sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  const open = (id: string): void => {
    openExample(id);
    void run();
    revealOutcome();
  };
  return (
    <nav ref={list} class="examples" aria-label="Examples">
      {GROUPS.map((group) => (
        <section key={group} class="examples-group">
          <h2>{group}</h2>
          <ul>
            {EXAMPLES.filter((example) => example.group === group).map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={exampleId.value === id ? 'true' : undefined}
                  onClick={() => open(id)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
