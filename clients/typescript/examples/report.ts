// Makes a report of the last day and writes its file: node report.ts hosts.csv
import { writeFile } from 'node:fs/promises'
import { Millrace } from '@millrace/client'

const { MILLRACE_URL: url = 'http://127.0.0.1:8080', MILLRACE_TOKEN: token = '' } = process.env
const millrace = new Millrace({ url, token })
const [path = 'hosts.csv'] = process.argv.slice(2)

const { report, file } = await millrace.makeReport({
  title: 'Hosts of the last day',
  format: 'csv',
  query: { type: 'TopN', params: { field: 'host', time_range: { preset: 'last_1_days' } } },
})
await writeFile(path, file.stream())
console.log(`report ${report.id}: ${file.size} bytes in ${path}`)
