// A web server of a few files.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';

export async function serve(files) {
  const server = createServer(({ url }, response) => {
    const file =
      files[url] ?? Object.entries(files).find(([path, { folder }]) => folder && url.startsWith(path))?.[1];
    try {
      const body = file.body ?? readFileSync(file.folder + basename(url));
      response.writeHead(200, { 'content-type': file.type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => server.closeAllConnections(),
  };
}
