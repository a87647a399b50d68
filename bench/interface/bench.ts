import autocannon from 'autocannon'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { table, whole } from '../figures.ts'

const connections = 16
const widgets = 8

/** Reads of metadata over HTTP, as fast as they are answered; returns its part of bench/results.md. */
export async function benchInterface(seconds: number): Promise<string> {
  const millrace = await Millrace.start()
  try {
    const client = new Client(millrace)
    const id = await dashboard(client)
    const rows: string[][] = []
    for (const path of [`/api/dashboards/${id}`, '/api/dashboards', '/api/auth']) {
      const { requests, latency, non2xx, errors } = await autocannon({
        url: client.url + path,
        headers: { ...client.headers },
        connections,
        duration: seconds,
      })
      if (non2xx + errors > 0)
        throw new Error(`${path}: ${non2xx + errors} requests were not answered with 200`)
      rows.push([
        `GET ${path.replace(/\d+$/, '{id}')}`,
        whole(requests.average),
        `${latency.p50} ms`,
        `${latency.p99} ms`,
      ])
    }
    return [
      `${connections} connections on the same machine, ${seconds} s each; the dashboard has ${widgets} widgets.`,
      table([['', 'requests/s', 'p50', 'p99'], ...rows]),
    ].join('\n\n')
  } finally {
    await millrace.remove()
  }
}

async function dashboard(client: Client): Promise<number> {
  const answer = await client.post('/api/dashboards', {
    title: 'of the benchmark',
    widgets: Array.from({ length: widgets }, (_, i) => ({
      type: 'TopN',
      config: { title: `widget ${i}`, field: 'host', limit: 5 + i },
    })),
  })
  // The shape of this route, which the API tests check.
  const made = (await answer.json()) as { id: number }
  if (answer.status !== 201) throw new Error(`A dashboard was answered ${answer.status}`)
  return made.id
}
