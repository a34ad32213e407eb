import { signal } from '@preact/signals';
import type { ConformanceResult } from 'codeseam/conformance';
import { Header } from '../view/header.tsx';
import { count, duration } from '../view/numbers.ts';
import { CONTAINMENTS, type Containment, type Parameters } from './parameters.ts';
import { failure, report, results, runSuite, standing, total } from './suite.ts';

const containment = signal<Containment>('frame');
const onlyFailed = signal(false);

export function ConformancePage({ given }: { given: Parameters }) {
  return (
    <>
      <Header page="conformance" />
      <main class="conformance">
        <h1>Conformance</h1>
        <p class="conformance-lead">
          The contract of codeseam in executable form, in this very browser: each case runs real programs in
          real workers. It takes a minute or two.
        </p>
        {given.only && <Filter only={given.only} />}
        <Controls given={given} />
        <Progress />
        <Summary cases={given.only ? 'matching cases' : 'cases'} />
        <Table />
        <NotDeclared />
      </main>
    </>
  );
}

/** A part must not be taken for the whole. */
function Filter({ only }: { only: string }) {
  return (
    <p class="conformance-only">
      Only cases that match <code>{only}</code>
      <a href="./conformance.html">All cases</a>
    </p>
  );
}

function Controls({ given }: { given: Parameters }) {
  const busy = standing.value === 'running';
  return (
    <div class="conformance-controls">
      <button
        type="button"
        class="primary"
        disabled={busy}
        onClick={() => void runSuite({ ...given, containment: containment.value })}
      >
        Run the suite
      </button>
      <fieldset class="choice">
        <legend class="hidden">Containment</legend>
        {CONTAINMENTS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="containment"
              disabled={busy}
              checked={containment.value === each}
              onChange={() => (containment.value = each)}
            />
            {each === 'frame' ? 'In sandboxed frames' : 'Without frames'}
          </label>
        ))}
      </fieldset>
      <label class="conformance-filter">
        <input
          type="checkbox"
          checked={onlyFailed.value}
          onChange={({ currentTarget }) => (onlyFailed.value = currentTarget.checked)}
        />
        Failures only
      </label>
    </div>
  );
}

function Progress() {
  const done = results.value.length;
  return (
    <div class="conformance-progress">
      <progress max={Math.max(1, total.value)} value={done} aria-label="Cases done" />
      <span>
        {standing.value === 'idle' ? 'Not started' : `${count(done)} of ${count(total.value)} cases`}
      </span>
    </div>
  );
}

function Summary({ cases }: { cases: string }) {
  const failed = results.value.filter(({ outcome }) => outcome === 'failed').length;
  const passed = results.value.length - failed;
  const tone = failed > 0 || failure.value ? 'is-bad' : standing.value === 'done' ? 'is-good' : '';
  const verdict: Record<typeof standing.value, string> = {
    idle: 'The results appear here as they come.',
    running: `Running: ${count(passed)} passed, ${count(failed)} failed so far`,
    done:
      passed + failed === 0
        ? 'No case matches'
        : failed === 0
          ? `All ${count(passed)} ${cases} passed`
          : `${count(failed)} of ${count(passed + failed)} ${cases} failed`,
    failed: `The suite was cut short: ${failure.value}`,
  };
  return (
    <p class={`conformance-summary ${tone}`} role="status" data-state={standing.value}>
      {verdict[standing.value]}
    </p>
  );
}

function Table() {
  const shown = results.value.filter(({ outcome }) => !onlyFailed.value || outcome === 'failed');
  if (shown.length === 0) return null;
  const topics = new Map<string, ConformanceResult[]>();
  for (const result of shown) topics.set(result.topic, [...(topics.get(result.topic) ?? []), result]);
  return (
    <table class="conformance-table">
      <thead>
        <tr>
          <th scope="col">Case</th>
          <th scope="col">
            <span class="conformance-outcome">Outcome</span>
          </th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      {[...topics].map(([topic, cases]) => (
        <tbody key={topic}>
          <tr class="topic">
            <th scope="rowgroup" colSpan={3}>
              {topic}
            </th>
          </tr>
          {cases.map((result) => (
            <Row key={result.name} result={result} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ result: { name, outcome, message, ms } }: { result: ConformanceResult }) {
  return (
    <tr class={`is-${outcome}`}>
      <td>
        {name}
        {message !== undefined && <pre class="conformance-message">{message}</pre>}
      </td>
      <td>
        <span aria-hidden="true">{outcome === 'passed' ? '✓' : '✕'}</span>{' '}
        <span class="conformance-outcome">{outcome}</span>
      </td>
      <td>{duration(ms)}</td>
    </tr>
  );
}

/** What this backend does not promise is not tested, and said. */
function NotDeclared() {
  const notDeclared = report.value?.notDeclared ?? [];
  if (notDeclared.length === 0) return null;
  return (
    <details class="conformance-more">
      <summary>{count(notDeclared.length)} cases need what this backend does not declare</summary>
      <ul>
        {notDeclared.map(({ name, reason }) => (
          <li key={name}>
            {name}: <span>{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function choose(value: Containment): void {
  containment.value = value;
}
