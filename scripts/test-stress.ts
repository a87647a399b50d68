/** `npm run test:stress -- N`: see gate/stress.ts. */
import { runStress } from './gate/stress.ts'

process.exit((await runStress(process.argv.slice(2))) ? 0 : 1)
