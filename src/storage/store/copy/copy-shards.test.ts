import { TestServer } from '../../testing/clickhouse-server.ts'
import { copySuite } from '../../testing/copy-suite.ts'

const [first, second] = await TestServer.startShards()
await copySuite([[first], [second]])
