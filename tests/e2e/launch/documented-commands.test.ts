import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { FakeServers } from '#fakes/start.ts'
import { startFakes } from '#fakes/start.ts'
import { installFromDebian } from '#launch/debian.ts'
import { freePorts } from '#launch/free-ports.ts'
import { root } from '#launch/prepare.mjs'
import { bounceSignature } from '#mail/bounces/bounce-signature.server.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** Every command line of the documents is run here as it is written, or stands in one of these lists. */
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'fakes/README.md'],
  ...globSync(['docs/*.md', 'deploy/**/*.md'], { cwd: root }),
]

/** Run by another test or by `.ci/run`, in which these words stand. */
const runElsewhere: Readonly<Record<string, [file: string, words: string]>> = {
  'npm start': ['tests/harness/test-server.ts', "'supervisor.ts'"],
  'npm start -- --processes N': ['tests/faults/processes.test.ts', 'NpmServer.open(3)'],
  'npm start -- --processes 3': ['tests/faults/processes.test.ts', 'NpmServer.open(3)'],
  'node launch/run.mjs --build launch/supervisor.ts': ['package.json', '--build launch/supervisor'],
  'npm run rehearse -- --keep': ['tests/faults/rehearsal.test.ts', "'rehearse.ts'"],
  'npm test': ['.ci/run', 'npm test'],
  'npm run check': ['.ci/run', 'npm run --silent check'],
  'npm run dev': ['launch/dev-server.test.ts', "'--dev'"],
  'npm run budgets': ['tests/e2e/delivery/weight.test.ts', 'weighLanding'],
  'node launch/assemble.mjs /opt/kohue/NEW': ['tests/harness/image.ts', "'assemble.mjs'"],
  'nginx -s reload': ['tests/e2e/launch/proxy.test.ts', 'proxy.reload()'],
  'docker compose exec proxy nginx -s reload': ['tests/e2e/launch/proxy.test.ts', 'proxy.reload()'],
  'UPGRADE_CUSTOMERS=100000 UPGRADE_ORDERS=50000 npm run test:faults -- tests/faults/upgrade.test.ts':
    ['tests/faults/upgrade.test.ts', "'UPGRADE_CUSTOMERS'"],
  'CAPTCHA_SITE_KEY=1x00000000000000000000AA CAPTCHA_SECRET=1x0000000000000000000000000000000AA CAPTCHA_SCRIPT_URL=http://127.0.0.1:3001/captcha/api.js CAPTCHA_VERIFY_URL=http://127.0.0.1:3001/captcha/siteverify npm start':
    ['tests/e2e/sign-in/captcha.test.ts', 'CAPTCHA_SCRIPT_URL'],
  'RECORD_TO=/tmp/traffic.ndjson npx vitest run --project servers fakes': [
    'launch/test.ts',
    'RECORD_TO: recording',
  ],
  'node_modules/.bin/node fakes/conformance/check-recording.ts /tmp/traffic.ndjson': [
    'launch/test.ts',
    "'check-recording.ts'",
  ],
}

const [docker, machine, minutes, tests] = [
  'needs Docker',
  'as root on the shop’s own machine',
  'takes minutes',
  'the tests themselves',
]

/** Not run by any test, and why. */
const needsTheOutside: Readonly<Record<string, string>> = {
  'docker compose ps': docker,
  'docker compose build': docker,
  'docker compose up --build --wait': docker,
  'docker compose up -d --no-deps --wait shop1': docker,
  'docker compose restart shop1': docker,
  'docker compose logs database': docker,
  [`docker compose logs --since 1h shop1 shop2 shop3 | grep '"level":[56]0'`]: docker,
  'apt-get install -y postgresql nginx-light': machine,
  'su postgres -c "createuser --pwprompt kohue_owner"': machine,
  'su postgres -c "createuser --pwprompt kohue_shop"': machine,
  'su postgres -c "createdb --owner kohue_owner kohue"': machine,
  'useradd --system kohue': machine,
  'mkdir -p /opt/kohue /etc/nginx/certs': machine,
  'cp deploy/kohue@.service /etc/systemd/system/': machine,
  'ln -sfn 2026-11-26 /opt/kohue/current': machine,
  'systemctl enable --now kohue@3001 kohue@3002 kohue@3003': machine,
  'nginx -t && systemctl restart nginx': machine,
  'npm ci': 'replaces the packages that the tests run on',
  'npm audit': 'asks the registry',
  'STRIPE_TEST_KEY=sk_test_… npm test -- --project servers payments.contract':
    'needs an account at Stripe',
  'npm run dev -- --inspect': 'waits for a debugger',
  'npm run bench': minutes,
  'npm run bench -- pages': minutes,
  'npm run bench -- release-day': minutes,
  'npm run bench -- campaign-rush': minutes,
  'npm run bench -- soak': minutes,
  'npm run bench -- growth': minutes,
  'npm run bench -- scale-out': minutes,
  'npm run bench -- first-load': minutes,
  'npm run bench -- waiting-room --whole --people 10000': minutes,
  'npm run lighthouse': minutes,
  'npm run db:seed -- --story rush': minutes,
  'npm run test:mutation -- accounting rules': minutes,
  'npm test -- src/checkout': tests,
  'npm test -- --project unit': tests,
  'REWRITE=1 npm test -- FILE': tests,
  'npm test -- tests/e2e/public/offers.test.ts --headed': tests,
  'npm test -- tests/e2e/public/offers.test.ts --trace': tests,
}

type Run = {
  /** What stands for a name, a password or a folder of the reader. */
  as?: readonly [written: string, here: string][]
  /** Where; the repository's folder unless it is said. */
  in?: () => string
  says?: RegExp
  code?: number
}

const asPerson: Run['as'] = [['EMAIL', 'ana@example.com']]
const migrated = /^Migrated; kohue_shop may work on it\.$/m
const agrees = /^No differences\.$/m

/** Run here, in this order. */
const runHere = (): Readonly<Record<string, Run>> => ({
  'openssl rand -base64 32': { says: /^\S{43}=$/m },
  'npm sbom --omit=dev --package-lock-only --sbom-format spdx': { says: /"kohue@/ },
  'npx drizzle-kit generate --name what_changes': {
    as: [['generate', `generate --config ${writeDrizzleConfig()}`]],
    says: /No schema changes/,
  },
  'git diff OLD.. -- .env.example': { in: () => repository, as: [['OLD', 'HEAD']] },
  'git tag live-$(date +%F)': { in: () => repository },
  'FAKES_PORT=3001 DATA_DIR=.data STRIPE_SECRET_KEY=sk_test_demo STRIPE_PUBLISHABLE_KEY=pk_test_demo STRIPE_WEBHOOK_SECRET=whsec_demo WEBHOOK_URL=http://127.0.0.1:3000/api/stripe/webhook node_modules/.bin/node fakes/main.ts':
    {
      as: [
        ['DATA_DIR=.data', 'DATA_DIR=.data/..'],
        ['FAKES_PORT=3001', 'FAKES_PORT=none'],
      ],
      says: /^FAKES_PORT must be a port/,
      code: 1,
    },
  [`curl --json '{"match":"POST /v1/checkout/sessions","fault":"drop-after"}' localhost:3001/_faults`]:
    { as: fakesPort(), says: /"id"/ },
  [`curl --json '{"webhooks":"withhold"}' localhost:3001/_faults`]: {
    as: fakesPort(),
    says: /"id"/,
  },
  "curl --json '{}' localhost:3001/_faults/webhooks/release": {
    as: fakesPort(),
    says: /"released"/,
  },
  [`curl --json '{"id":"evt_…"}' localhost:3001/_faults/webhooks/resend`]: {
    as: fakesPort(),
    says: /There is no event/,
  },
  [`curl --json '{"smtp":"refuse-recipient","recipient":"ana@example.com","times":2}' localhost:3001/_faults`]:
    { as: fakesPort(), says: /"id"/ },
  'curl -X DELETE localhost:3001/_faults': { as: fakesPort() },

  'npx react-router build && node launch/compress.mjs && node launch/assemble.mjs /opt/kohue/2026-11-26':
    {
      // The build was made at the start, as `npm test` makes it.
      as: [
        ['npx react-router build && node launch/compress.mjs && ', ''],
        ['/opt/kohue/2026-11-26', image],
      ],
    },
  'cp node_modules/node/bin/node /opt/kohue/2026-11-26/node': {
    as: [['/opt/kohue/2026-11-26', image]],
  },
  [nginxLine]: {
    as: [['> /etc/nginx/nginx.conf', '']],
    // Each of its three replacements finds what it is for, and leaves none.
    says: /^(?![^]*(?:shop\d|kohue\.example|\/dev\/))[^]*127\.0\.0\.1:3003 [^]*server_name YOUR-HOST;/,
  },
  'cd /opt/kohue/2026-11-26': { as: [['/opt/kohue/2026-11-26', image]] },
  'SHOP_PASSWORD=… POSTGRES_USER=OWNER POSTGRES_DB=kohue PGHOST=HOST PGPASSWORD=… sh deploy/runtime-role.sh':
    {
      as: [
        ['OWNER', 'kohue'],
        ['POSTGRES_DB=kohue', `POSTGRES_DB=${name}`],
        ['PGHOST=HOST', `PGHOST=127.0.0.1 PGPORT=${port}`],
        ['PGPASSWORD=…', 'PGPASSWORD=kohue'],
      ],
      says: /CREATE ROLE/,
    },
  './node --env-file=../migrate.env build/server/migrate.js --grant kohue_shop': {
    in: () => image,
    says: migrated,
  },
  'timeout 9 ./node --env-file=../shop.env build/server/index.js': {
    in: () => image,
    says: /^ {2}PUBLIC_URL is missing/m,
    code: 1,
  },
  './node --env-file=../shop.env build/server/backup.js FILE': {
    in: () => image,
    as: [['FILE', join(dir, 'debian.gz')]],
    says: /as it stood/,
  },
  './node --env-file=../migrate.env build/server/restore.js FILE': {
    in: () => image,
    as: [
      ['./node', `DATABASE_URL=${databaseUrl(`${name}_again`)} ./node`],
      ['FILE', join(dir, 'debian.gz')],
    ],
    says: /^Restored as it stood/,
  },
  './node --env-file=../shop.env build/server/reconcile.js': { in: () => image, says: agrees },
  'docker compose run --rm migrate': { says: migrated },

  'STRIPE_SECRET_KEY=sk_test_… npm run stripe:setup -- --webhook https://YOUR-SHOP/api/stripe/webhook':
    {
      as: [
        ['sk_test_…', 'sk_test_fake'],
        ['YOUR-SHOP', 'kohue.example'],
      ],
      says: /^STRIPE_WEBHOOK_SECRET=whsec_/m,
    },
  'npm run stripe:setup -- --webhook URL': {
    as: [['URL', 'https://kohue.example/api/stripe/webhook']],
    says: /is there already/,
  },
  'npm run reconcile -- --grace 0': { says: agrees },
  'npm run reconcile -- --days 1 --grace 0': { says: agrees },
  'docker compose exec shop1 node build/server/reconcile.js': { says: agrees },
  'npm run import -- FILE': { as: [['FILE', list]], says: /1 taken/ },
  'docker compose run --rm -v "$PWD:/in:ro" shop1 node build/server/import.js /in/FILE': {
    in: () => dir,
    as: [['FILE', 'list.csv']],
    says: /1 read/,
  },
  'npm run staff:grant -- EMAIL': { as: asPerson, says: /is staff now/ },
  'npm run staff:password -- EMAIL': { as: asPerson, says: /within 60 minutes/ },
  'npm run staff:revoke -- EMAIL': { as: asPerson, says: /is member now/ },
  'docker compose exec shop1 node build/server/staff.js revoke EMAIL': {
    as: asPerson,
    says: /is member already/,
  },
  'docker compose exec shop1 node build/server/staff.js grant EMAIL': {
    as: asPerson,
    says: /is staff now/,
  },
  'npm run backup -- FILE': { as: [['FILE', join(dir, 'backup.gz')]], says: /as it stood/ },
  'docker compose exec -T shop1 node build/server/backup.js - > kohue-$(date +%F).gz': {
    in: () => dir,
  },
  'docker compose run --rm -T migrate node build/server/restore.js - < FILE': {
    in: () => dir,
    as: [
      ['docker', `DATABASE_URL=${databaseUrl(`${name}_restored`)} docker`],
      ['FILE', 'kohue-*.gz'],
    ],
    says: /^Restored as it stood/,
  },
  'npm run db:seed -- --story release': { says: /./ },
  [bounceLine]: {
    in: () => dir,
    as: [
      ['"$BOUNCE_SECRET"', bounceSecret],
      [' URL/', ` -o /dev/null -w '%{http_code}' ${bounceServer()}/`],
    ],
    says: /^204/,
  },
})

const nginxLine = String.raw`sed -e 's/kohue\.example/YOUR-HOST/' -e 's/shop\([123]\):3000/127.0.0.1:300\1/' -e 's#/dev/stdout#/var/log/nginx/access.log#' deploy/nginx.conf > /etc/nginx/nginx.conf`
const bounceSecret = 'Wm3tQx8Rz1Lk6Vb0Ny5Hd7Sg2Jp9Cf4a'
const bounceLine = String.raw`T=$(date +%s); curl --data-binary @bounce.eml -H 'content-type: message/rfc822' -H "x-kohue-signature: t=$T,v1=$( (printf '%s.' $T; cat bounce.eml) | openssl dgst -sha256 -hmac "$BOUNCE_SECRET" -r | cut -d' ' -f1)" URL/api/mail/bounces`

const dir = mkdtempSync(join(tmpdir(), 'kohue-commands-'))
const image = join(dir, 'shops', 'new')
const repository = join(dir, 'repository')
const list = join(dir, 'list.csv')
const name = `commands_${process.pid}`
const { port } = new URL(theShop().databaseUrl)
const databaseUrl = (database: string) => theShop().databaseUrl.replace(/\/kohue$/, `/${database}`)
let fakes: FakeServers
const bounces = createServer()
const bounceServer = () => `http://127.0.0.1:${(bounces.address() as AddressInfo).port}`
const fakesPort = (): Run['as'] => [['3001', String(fakes.port)]]

async function admin(statement: string, database = 'kohue'): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(database) })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const register = (email: string) =>
  admin(
    `insert into users (name, email, first_name, email_verified)
     values ('Ana Ruiz', '${email}', 'Ana', true) on conflict do nothing`,
    name,
  )

/** Takes no migration into the repository while tables are being changed. */
function writeDrizzleConfig(): string {
  const file = join(dir, 'drizzle.config.json')
  const migrations = join(dir, 'migrations')
  cpSync(join(root, 'src', 'app', 'migrations'), migrations, { recursive: true })
  const copied = {
    dialect: 'postgresql',
    schema: './src/**/*tables.ts',
    out: relative(root, migrations),
  }
  writeFileSync(file, JSON.stringify(copied))
  return file
}

/** Runs what `docker compose exec` or `run` would run in a service of compose.yaml, in the image's files. */
const dockerStub = `#!/bin/sh
set -eu
shift 2
while :; do case $1 in
  --rm|-T) shift ;;
  -v) mounted=\${2%%:*}; shift 2 ;;
  *) break ;;
esac; done
service=$1; shift
grep -q "^  $service:" ${root}/compose.yaml
if [ $# = 0 ]; then
  set -- $(grep -A9 "^  $service:" ${root}/compose.yaml | sed -n 's/.*command: \\[\\(.*\\)\\]/\\1/p' | tr -d ,)
fi
for word do shift; set -- "$@" "$(printf %s "$word" | sed "s#^/in/#\${mounted:-}/#")"; done
cd ${image}
exec "$@"
`

beforeAll(async () => {
  installFromDebian('postgresql-client')
  await admin(`create database ${name} template template0`)
  await admin(`create database ${name}_restored template template0`)
  await admin(`create database ${name}_again template template0`)
  await admin('drop role if exists kohue_shop')
  fakes = await startFakes({ dataDir: dir, port: await freePorts(2) })
  const signature = bounceSignature(bounceSecret)
  bounces.on('request', async (request, response) => {
    const given = String(request.headers['x-kohue-signature'])
    const isValid = signature.isValid(await buffer(request), given, new Date())
    response.writeHead(isValid && request.url === '/api/mail/bounces' ? 204 : 401).end()
  })
  bounces.listen(0, '127.0.0.1')
  await once(bounces, 'listening')
  for (const folder of ['bin', 'repository', 'shops']) mkdirSync(join(dir, folder))
  writeFileSync(join(dir, 'bin', 'docker'), dockerStub)
  chmodSync(join(dir, 'bin', 'docker'), 0o755)
  writeFileSync(join(dir, 'shops', 'shop.env'), 'NODE_ENV=production\n')
  writeFileSync(join(dir, 'shops', 'migrate.env'), `DATABASE_URL=${databaseUrl(name)}\n`)
  writeFileSync(join(dir, 'bounce.eml'), 'Subject: Undelivered\n\nGone.\n')
  writeFileSync(list, 'email,full name,consent\nana@example.com,Ana Ruiz,yes\n')
  await run(
    'git init -q . && touch .env.example && git add . && git -c user.name=a -c user.email=a@b.example commit -qm One',
    { in: () => repository },
  )
})

afterAll(async () => {
  await fakes.stop()
  bounces.close()
  for (const database of [name, `${name}_restored`, `${name}_again`])
    await admin(`drop database ${database} with (force)`)
  await admin('drop role if exists kohue_shop')
  rmSync(dir, { recursive: true, force: true })
})

async function run(line: string, { as = [], in: folder, says, code = 0 }: Run) {
  const command = as.reduce((words, [written, here]) => words.replaceAll(written, here), line)
  const child = spawn('bash', ['-ec', command], {
    cwd: folder?.() ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${join(dir, 'bin')}:${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
      HOME: process.env['HOME'],
      DATABASE_URL: databaseUrl(name),
      DATA_SECRET: 'another secret of the tests, long enough to key with',
      STRIPE_SECRET_KEY: fakes.secretKey,
      STRIPE_API_BASE: fakes.url,
    },
  })
  const [out, said, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  const isRight = status === code && (!says || says.test(out + said))
  return isRight ? null : { line, status, said: out + said }
}

const texts = documents.map((file) => readFileSync(join(root, file), 'utf8'))

/** A name alone, as in "`npm start` shows it", is no command line; `npm run NAME` has its own test. */
const isNameAlone = (line: string) => /^(npm (run [\w:]+|start|test)|npm run …)$/.test(line)

const programs = 'npm|npx|node|./node|docker|psql|nginx|apt-get|git|su|sh|openssl|curl'
const isCommand = new RegExp(String.raw`^([A-Z_]+=\S+ )*(${programs}) \S`)

const oneLine = (written: string) => written.replaceAll(/\s+/g, ' ').replaceAll('\\|', '|').trim()

const blocks = /^```(\w*)\n([^]*?)^```/gm

/** What may be typed as it stands: each line of the blocks, and of the text what begins with a program. */
const lines = new Set(
  texts.flatMap((document) => [
    ...[...document.matchAll(blocks)]
      .filter(([, language]) => language === 'sh')
      .flatMap(([, , block]) => block!.replaceAll('\\\n', ' ').split('\n'))
      .map((line) => oneLine(line.replace(/ +#.*$/, '')))
      .filter(Boolean),
    ...[...document.replaceAll(blocks, '').matchAll(/`([^`]+)`/g)]
      .map(([, span]) => oneLine(span!))
      .filter((span) => span.startsWith('T=$(') || (isCommand.test(span) && !isNameAlone(span)))
      // With an ellipsis in place of what is run.
      .filter((span) => !span.endsWith(' …') && span !== 'docker compose'),
  ]),
)

test('each command line of the documents is run, or named as one that is not', () => {
  const named = [runElsewhere, needsTheOutside, runHere()].flatMap((some) => Object.keys(some))
  expect([...lines].filter((line) => !named.includes(line))).toEqual([])
  expect(named.filter((line) => !lines.has(line))).toEqual([])
})

test('what another test runs stands there', () => {
  const missing = Object.entries(runElsewhere).filter(
    ([, [file, words]]) => !readFileSync(join(root, file), 'utf8').includes(words),
  )
  expect(missing).toEqual([])
})

test('the files and services that they name are there', () => {
  const files = [...lines].join(' ').match(/\b(?:src|tests|launch|deploy|fakes)\/[\w./@-]+/g)!
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([])
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const services = [...lines]
    .join(' ')
    .match(/\b(?:shop\d|migrate(?= |$)|database(?=$| )|proxy)\b/g)!
  expect(services.filter((service) => !compose.includes(`\n  ${service}:`))).toEqual([])
})

test('the others do what they say', async () => {
  const wrong = []
  for (const [line, what] of Object.entries(runHere())) {
    if (line.includes('staff:grant')) await register('ana@example.com')
    const failed = await run(line, what)
    if (failed) wrong.push(failed)
  }
  expect(wrong).toEqual([])
})

test('each statement for the database is one of these tables', async () => {
  const statements = texts.flatMap((document) =>
    [...document.replaceAll(blocks, '').matchAll(/`((?:select|update|delete from) [^`]+)`/g)].map(
      ([, statement]) => oneLine(statement!),
    ),
  )
  expect(statements.length).toBeGreaterThan(8)
  const wrong: string[] = []
  for (const statement of new Set(statements)) {
    const filled = statement
      .replaceAll('id = …', 'id = 0')
      .replaceAll("'ID'", `'${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}'`)
    await admin(`begin; ${filled}; rollback`, name).catch(({ message }: Error) =>
      wrong.push(`${statement}: ${message}`),
    )
  }
  expect(wrong).toEqual([])
})
