import { Header } from './header.tsx';

/** In place of the page, in a browser that cannot run it. */
export function Unsupported({ missing }: { missing: readonly string[] }) {
  return (
    <>
      <Header page="playground" />
      <main class="unsupported">
        <h1>This browser cannot run programs here</h1>
        <p>
          The playground runs each program in a worker and a sandboxed frame of its own, and compiles
          TypeScript with WebAssembly. What is missing here:
        </p>
        <ul>
          {missing.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p>
          A current Chrome, Edge, Firefox or Safari has all of it, unless a policy or a private mode takes it
          away.
        </p>
      </main>
    </>
  );
}
