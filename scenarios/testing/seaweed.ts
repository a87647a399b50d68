import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { S3Location } from '../../src/storage/clients/s3/location.ts'
import { hasty, S3Client } from '../../src/storage/clients/s3/s3-client.ts'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { programPath } from './programs.ts'
import { until } from './until.ts'

/** May only read, write and list the bucket. */
const keys = { accessKey: 'AKIAMILLRACE', secretKey: 'a secret of the archive/+=' }
const administrator = { accessKey: 'AKIAADMIN', secretKey: 'a secret of the administrator' }

/** A real S3 server, with an empty bucket. */
export class Seaweed {
  readonly bucket = 'old-logs'
  readonly keys = keys
  readonly port: number
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(folder: string, port: number, child: ChildProcess) {
    this.#folder = folder
    this.port = port
    this.#child = child
  }

  static async start(): Promise<Seaweed> {
    const folder = mkdtempSync(path.join(tmpdir(), 'seaweed-'))
    const ports: number[] = []
    for (let i = 0; i < 8; i++) ports.push(await freePort())
    const [master, masterGrpc, volume, volumeGrpc, filer, filerGrpc, port = 0, portGrpc] = ports
    const identity = (name: string, { accessKey, secretKey }: typeof keys, actions: string[]) => ({
      name,
      credentials: [{ accessKey, secretKey }],
      actions,
    })
    const identities = [
      identity('millrace', keys, ['Read:old-logs', 'Write:old-logs', 'List:old-logs']),
      identity('administrator', administrator, ['Admin', 'Read', 'Write', 'List']),
    ]
    writeFileSync(path.join(folder, 's3.json'), JSON.stringify({ identities }))
    const words = [
      ...['-dir=.', '-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-filer', '-s3', '-s3.config=s3.json'],
      ...['-s3.iam=false', '-master.telemetry=false', '-master.volumeSizeLimitMB=64', '-volume.max=20'],
      ...[`-master.port=${master}`, `-master.port.grpc=${masterGrpc}`],
      ...[`-volume.port=${volume}`, `-volume.port.grpc=${volumeGrpc}`],
      ...[`-filer.port=${filer}`, `-filer.port.grpc=${filerGrpc}`],
      ...[`-s3.port=${port}`, `-s3.port.grpc=${portGrpc}`, '-s3.port.iceberg=0', '-s3.port.lance=0'],
    ]
    const child = spawn(programPath('weed'), ['server', ...words], { cwd: folder, stdio: 'ignore' })
    const seaweed = new Seaweed(folder, port, child)
    const client = new S3Client({ ...seaweed.at(''), ...administrator }, { ...hasty, attempts: 1 })
    await until('the bucket', async () => {
      await client.put('', Buffer.alloc(0), hasty).catch(() => {})
      return await client.put('ready', Buffer.from('1'), hasty).then(
        () => true,
        () => false,
      )
    })
    return seaweed
  }

  /** A place in the bucket; `port`: of a proxy before the server. */
  at(prefix: string, port = this.port): S3Location {
    const endpoint = `http://127.0.0.1:${port}`
    return { endpoint, region: 'us-east-1', bucket: this.bucket, prefix, pathStyle: true, ...keys }
  }

  stop(): void {
    this.#child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
