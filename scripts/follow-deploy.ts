import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from './lib/main';
import { ended, root } from './lib/programs';

/** What a reader of docs/deploy.md replaces. */
const REPLACED: Record<string, string> = {
  OWNER_PASSWORD: randomBytes(12).toString('hex'),
  SITE_PASSWORD: randomBytes(12).toString('hex'),
  'seats.example': 'localhost',
  YOUR_CLONE: `file://${root}`,
};

const CERTIFICATE = `
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \\
  -addext subjectAltName=DNS:localhost -keyout /etc/ssl/private/seats.example.key -out /etc/ssl/seats.example.pem
printf 'City,Institute,Course Type,Branch,Total Seats,Price\\nIndore,,ITI,Fitter,60,12500\\n' > courses.csv`;

/** Asks for a page all the time; the file has a line for every request. */
const CLIENT = `
( while true; do curl -s -o /dev/null -w '%{http_code}\\n' --cacert /etc/ssl/seats.example.pem https://localhost/ >> /tmp/answers || true; done ) &
client=$!`;

const CHECKS = `
sleep 2; kill $client
curl -sSf --cacert /etc/ssl/seats.example.pem https://localhost/api/courses | grep -q Fitter
echo "answers of the site during the update:"; sort /tmp/answers | uniq -c
test "$(sort -u /tmp/answers)" = 200
for port in 3001 3002; do systemctl stop seat-adoption@$port; done
nginx -s stop; pg_ctlcluster 15 main stop -- -m fast`;

/**
 * `node --import tsx scripts/follow-deploy.ts ROOT`: follows the commands of docs/deploy.md for one machine, as they are
 * written there, in the root folder ROOT of a throwaway Debian 12 with Node.js and network (such as an overlay of /), as
 * root. Only systemd is stood in for, since it does not run in a changed root. Fails if a command does, if the program
 * is not served with TLS afterwards, or if a request fails during the update.
 */
await main(async () => {
  const [target] = process.argv.slice(2);
  if (!target || process.getuid?.() !== 0) throw new Error('Name the root folder of a throwaway Debian, as root');
  const document = await readFile(join(root, 'docs/deploy.md'), 'utf8');
  const section = document.slice(document.indexOf('## One machine'), document.indexOf('## Docker'));
  const [machine, variables, release, files, services, update] = [...section.matchAll(/^( *)```sh\n([^]*?)```/gm)]
    .map(([, indent, block]) => block!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .map((block) => Object.entries(REPLACED).reduce((text, [from, to]) => text.replaceAll(from, to), block));
  if (!update) throw new Error('docs/deploy.md has other blocks of commands than before');
  const secrets = variables!.replaceAll('…', () => randomBytes(32).toString('hex'));
  const script = [
    'set -ex',
    // Debian starts it by itself where systemd runs.
    machine!.replace(/^runuser/m, 'pg_ctlcluster 15 main start\n$&'),
    `cat > /etc/seat-adoption.env <<'END'\n${secrets}END\nchmod 600 /etc/seat-adoption.env`,
    release,
    files,
    CERTIFICATE,
    'export ADMIN_USERNAME=asha.deshpande ADMIN_PASSWORD=correct-horse-battery-9',
    services!
      .replace('courses.xlsx', 'courses.csv')
      // There is no mail server.
      .replace(/^seat-adoption npm run doctor/m, '$& || true')
      .replace(
        /^nginx -t/m,
        "sed -i 's/server_name .*/server_name localhost;/' /etc/nginx/conf.d/seat-adoption.conf\n$&",
      ),
    'until curl -fs http://127.0.0.1:3001/api/health && curl -fs http://127.0.0.1:3002/api/health; do sleep 1; done',
    CLIENT,
    update,
    CHECKS,
  ].join('\n');
  await mkdir(join(target, 'usr/local/bin'), { recursive: true });
  await copyFile(join(root, 'testing/deploy/systemctl'), join(target, 'usr/local/bin/systemctl'));
  await chmod(join(target, 'usr/local/bin/systemctl'), 0o755);
  await writeFile(join(target, 'root/follow-deploy.sh'), script);
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const variablesOnly = ['env', '-i', 'HOME=/root', `PATH=${PATH}`, 'DEBIAN_FRONTEND=noninteractive'];
  const command = [target, ...variablesOnly, 'bash', '/root/follow-deploy.sh'];
  const outcome = await ended(spawn('chroot', command, { stdio: 'inherit' }));
  if (outcome !== 0) throw new Error(`A command ended with ${outcome}`);
});
