// Opens a page in each browser: `open(url)` resolves to `{ version, close() }`. All of them run without a display.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

const PUPPETEER = 'puppeteer-core@25';

export async function openChromium(url, { chromiumOptions }) {
  const browser = await chromium.launch(chromiumOptions());
  const page = await browser.newPage();
  await page.goto(url);
  return { version: `Chromium ${browser.version()}`, close: () => browser.close() };
}

/** Firefox speaks WebDriver BiDi, through a client that is installed into a folder of its own. */
export async function openFirefox(url) {
  const executablePath = need(['firefox-esr', 'firefox'], 'firefox-esr');
  const { default: puppeteer } = await import(pathToFileURL(installPuppeteer()).href);
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.goto(url);
  return { version: (await browser.version()).replace('firefox/', 'Firefox '), close: () => browser.close() };
}

function installPuppeteer() {
  const folder = join(tmpdir(), `codeseam-${PUPPETEER.replace('@', '-')}`);
  if (!existsSync(join(folder, 'node_modules', 'puppeteer-core'))) {
    mkdirSync(folder, { recursive: true });
    const install = ['install', '--prefix', folder, '--no-save', '--no-package-lock', PUPPETEER];
    execFileSync('npm', install, { stdio: 'ignore' });
  }
  return createRequire(join(folder, 'index.js')).resolve('puppeteer-core');
}

/** WebKitGTK speaks the classic WebDriver over HTTP, and needs a display, which xvfb-run makes. */
export async function openWebKit(url) {
  const driver = need(['WebKitWebDriver'], 'webkit2gtk-driver');
  const display = process.env.DISPLAY ? [] : [need(['xvfb-run'], 'xvfb'), '--auto-servernum'];
  const port = await freePort();
  const [command, ...args] = [...display, driver, `--port=${port}`];
  // A group of its own, so that the display and the browser end with the driver.
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  const end = () => {
    try {
      process.kill(-child.pid);
    } catch {}
  };
  process.once('exit', end);
  const endpoint = `http://127.0.0.1:${port}`;
  async function send(method, path, body) {
    const options = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const { value } = await (await fetch(endpoint + path, options)).json();
    if (value?.error) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
    return value;
  }
  try {
    await listening(endpoint);
    const { sessionId, capabilities } = await send('POST', '/session', { capabilities: {} });
    await send('POST', `/session/${sessionId}/url`, { url });
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      async close() {
        await send('DELETE', `/session/${sessionId}`).catch(() => {});
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

async function listening(endpoint) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${endpoint}/status`).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver did not start within 10 s');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The path of a command; installs the distribution's package where that is possible. */
function need(commands, distributionPackage) {
  const installed = find(commands);
  if (installed) return installed;
  const missing = `The package "${distributionPackage}" of the distribution is missing`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(missing);
  console.log(`${missing}: installing it`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', distributionPackage], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const found = find(commands);
  if (!found) throw new Error(`The package "${distributionPackage}" has no command ${commands.join(' or ')}`);
  return found;
}

function find(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(existsSync);
}
