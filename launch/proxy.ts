import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { installFromDebian, pathOf } from './debian.ts'
import { root } from './prepare.mjs'

const nginx = () => pathOf('nginx-light')!

export const hasProxy = (): boolean => installFromDebian('nginx-light') === null

export type Proxy = {
  url: string
  /** The file of its certificate, which signs itself. */
  certificate: string
  log(): string
  /** Has it read its configuration, and with it the certificate, again: `nginx -s reload`. */
  reload(): void
  /** Replaces the files of the certificate, as a renewal does; returns its serial number. */
  renewCertificate(): string
  stop(): Promise<void>
}

/** nginx with `deploy/nginx.conf`, except for addresses and paths, in front of these processes. */
export async function startProxy(
  ports: { http: number; https: number },
  shops: number[],
): Promise<Proxy> {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-proxy-'))
  const log = join(dir, 'access.log')
  const certificate = join(dir, 'fullchain.pem')
  function makeCertificate(): string {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'],
        ...['-keyout', join(dir, 'key.pem'), '-out', certificate],
      ],
      { stdio: 'ignore' },
    )
    return new X509Certificate(readFileSync(certificate)).serialNumber
  }
  makeCertificate()
  let conf = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
    .replaceAll('kohue.example', 'localhost')
    .replaceAll('/etc/nginx/certs', dir)
    .replace('/dev/stdout', log)
    .replace('/run/nginx.pid', `${dir}/nginx.pid`)
    .replaceAll('/tmp/nginx', `${dir}/nginx`)
  const upstream = / *server shop\d:3000( [^;]*);\n/g
  const [[, limits] = []] = conf.matchAll(upstream)
  const servers = shops.map((port) => `    server 127.0.0.1:${port}${limits};\n`)
  conf = conf.replace(upstream, '').replace('least_conn;\n', `least_conn;\n${servers.join('')}`)
  writeFileSync(join(dir, 'nginx.conf'), conf)
  const args = ['-c', join(dir, 'nginx.conf'), '-p', dir]
  const child: ChildProcess = spawn(nginx(), [...args, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr!.on('data', (chunk) => (output += chunk))
  while (!existsSync(join(dir, 'nginx.pid'))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${output}`)
    await pause(20)
  }
  return {
    url: `https://localhost:${ports.https}`,
    certificate,
    log: () => readFileSync(log, 'utf8'),
    reload: () => void execFileSync(nginx(), [...args, '-s', 'reload'], { stdio: 'ignore' }),
    renewCertificate: makeCertificate,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
