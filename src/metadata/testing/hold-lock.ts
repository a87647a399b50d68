// A process for tests to kill: takes the folder given and holds it.
import { writeSync } from 'node:fs'
import { lockFolder } from '../folder-lock.ts'

const [folder = ''] = process.argv.slice(2)
lockFolder(folder)
writeSync(1, 'locked\n')
process.stdin.resume()
