import './style/index.css';
import { render } from 'preact';
import { loadCompiler } from './run/compiler.ts';
import { missingFeatures } from './run/support.ts';
import { followAddress, openAddress } from './share/address.ts';
import { applyTheme } from './state/theme.ts';
import { App } from './view/app.tsx';
import { fromLink } from './view/from-link.ts';
import { say } from './view/tools.tsx';
import { Unsupported } from './view/unsupported.tsx';

const place = document.getElementById('app')!;
const missing = missingFeatures();

function opened(readable: boolean): void {
  fromLink.value = location.hash.startsWith('#program=');
  if (!readable) say('This link cannot be read; here is an example instead');
}

applyTheme();
if (missing.length > 0) {
  render(<Unsupported missing={missing} />, place);
} else {
  opened(openAddress());
  followAddress(opened);
  void loadCompiler();
  render(<App />, place);
}
