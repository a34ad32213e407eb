export interface TurnOptions {
  readonly isCode?: boolean;
  readonly failed?: boolean;
}

/** Adds what somebody said to the conversation on the page. Text of models and tools is never markup. */
export function showTurn(
  role: 'user' | 'assistant' | 'tool' | 'call',
  title: string,
  text: string,
  { isCode = false, failed = false }: TurnOptions = {},
): void {
  const turn = document.createElement('li');
  turn.className = 'turn';
  turn.dataset['role'] = role;
  turn.dataset['failed'] = String(failed);
  const heading = document.createElement('h2');
  heading.textContent = title;
  const body = document.createElement(isCode ? 'pre' : 'p');
  body.textContent = text;
  turn.append(heading, body);
  document.querySelector('#turns')!.append(turn);
}
