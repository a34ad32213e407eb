import '../style/index.css';
import { render } from 'preact';
import { missingFeatures } from '../run/support.ts';
import { applyTheme } from '../state/theme.ts';
import { Unsupported } from '../view/unsupported.tsx';
import { ConformancePage, choose } from './page.tsx';
import { parametersOf } from './parameters.ts';
import { runSuite } from './suite.ts';

const place = document.getElementById('app')!;
const missing = missingFeatures();
const given = parametersOf(location.search);

applyTheme();
if (missing.length > 0) {
  render(<Unsupported missing={missing} />, place);
} else {
  choose(given.containment);
  render(<ConformancePage given={given} />, place);
  if (given.run) void runSuite(given);
}
