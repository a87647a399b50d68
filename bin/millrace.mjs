#!/usr/bin/env node
// `npx millrace <command>`: the same program as `npm start -- <command>`.
process.argv.splice(2, 0, 'millrace')
await import('../scripts/run.mjs')
