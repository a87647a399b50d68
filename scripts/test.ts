/** `npm test`: the tests that only need npm; `npm test -- FILE` runs one file or folder. */
import { runTests } from './gate/run-tests.ts'
import { suites } from './gate/suites.ts'

process.exit((await runTests(suites.test, process.argv.slice(2))) ? 0 : 1)
