// A process for tests to kill: locks the given folder.
import { writeSync } from 'node:fs'
import { lockFolder } from '../folder-lock.ts'

const [folder = ''] = process.argv.slice(2)
lockFolder(folder)
writeSync(1, 'locked\n')
process.stdin.resume()
