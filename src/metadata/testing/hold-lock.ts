// A process for tests to kill: locks the given folder and collects garbage, which must not unlock it.
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { lockFolder } from '../data-folder/folder-lock.ts'

const [folder = ''] = process.argv.slice(2)
lockFolder(folder)
setFlagsFromString('--expose-gc')
runInNewContext('gc()')
// Collected objects are destroyed in a later turn.
await new Promise(resolve => setImmediate(resolve))
writeSync(1, 'locked\n')
process.stdin.resume()
