// The hosts with the most failures of the last day: node ask.ts
import { Millrace } from '@millrace/client'

const { MILLRACE_URL: url = 'http://127.0.0.1:8080', MILLRACE_TOKEN: token = '' } = process.env
const millrace = new Millrace({ url, token })

const { totals } = await millrace.ask('TopN', {
  field: 'host',
  limit: 10,
  time_range: { preset: 'last_1_days' },
  filter: [{ field: 'message', op: 'qp', value: 'cannot | failed' }],
})
for (const { name, count } of totals.values) console.log(`${name} ${count}`)
