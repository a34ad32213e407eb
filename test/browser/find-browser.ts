// Finds a Chromium for the suites that need a page, and installs the distribution's where there is none.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function find(): string | undefined {
  const candidates = [process.env['CODESEAM_CHROMIUM'], chromium.executablePath(), ...INSTALLED];
  return candidates.find((path) => path && existsSync(path));
}

/** How to launch a Chromium: Playwright's own, an installed one, or the package `chromium` of the distribution. */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  let executablePath = find();
  if (executablePath === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing the package "chromium"');
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    executablePath = find();
  }
  if (executablePath === undefined) {
    throw new Error(
      'The suites need a Chromium: install Chrome or Chromium, run "npx playwright install chromium", or name one in CODESEAM_CHROMIUM',
    );
  }
  // A sandbox of its own is refused to root.
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}
