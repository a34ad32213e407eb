import './style/index.css';
import { render } from 'preact';
import { loadCompiler } from './run/compiler.ts';
import { reset } from './run/session.ts';
import { missingFeatures } from './run/support.ts';
import { followAddress, openAddress } from './share/address.ts';
import { applyTheme } from './state/theme.ts';
import { App } from './view/app.tsx';
import { fromLink } from './view/from-link.ts';
import { say } from './view/notice.tsx';
import { Unsupported } from './view/unsupported.tsx';

const place = document.getElementById('app')!;
const missing = missingFeatures();

function opened(readable: boolean): void {
  fromLink.value = location.hash.startsWith('#program=');
  // Nobody waits for this one: it may be a while until the page is looked at.
  if (!readable) say('This link cannot be read; here is an example instead', 20_000);
}

applyTheme();
if (missing.length > 0) {
  render(<Unsupported missing={missing} />, place);
} else {
  opened(openAddress());
  followAddress((readable) => {
    reset();
    opened(readable);
  });
  void loadCompiler();
  render(<App />, place);
}
