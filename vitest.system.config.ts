import { defineConfig } from 'vitest/config'
import { isIdleMachine } from './scenarios/testing/idle-machine.ts'
import { fileOrder } from './scripts/gate/file-order.ts'
import { suites } from './scripts/gate/suites.ts'
import { isDeep } from './src/testing/depth.ts'

const setupFiles = ['scripts/testing/every-scenario.ts']
/** They begin first in their group: begun last, nothing runs beside their ends. */
const long = [
  'page-quality',
  'hostile-page',
  'hostile-names',
  'clicks-page',
  // Files with clusters run one after the other, beside others.
  'replicas',
  'schemathesis',
  'kill-tree',
  'hung-engine',
  'events-copy-replicas',
  'events-copy',
  'restarts',
  'fuzz-bodies',
  'chaos',
  'shutdown',
  'kill-server',
  'package',
  'nodes-interface',
  'lost-shards',
].map(name => `/${name}.test.ts`)

/** Sum of the cases of property tests, on each kind of store. */
const casesOnServers = isDeep ? '1000' : '100'

/**
 * Suites of results, which `npm test` runs on the embedded engine: here on two shards, and on one server that
 * three nodes append to. `npm run test:deep` runs every suite on every store and with every metadata;
 * otherwise a suite is left out where others of the same kind prove the same of the same SQL, log or driver.
 */
const onServer = isDeep
  ? [
      'src/query/*exactness.test.ts',
      'src/storage/memory/recent/recent-rows.test.ts',
      'src/storage/memory/{rollups/rollups,counting/count-hints,counting/excluded-tags}.test.ts',
      'src/storage/reads/{reading,pages/{deep-pages,page-as-of},counts/{group-counts,newest-values,tag-values}}.test.ts',
    ]
  : [
      'src/query/{exactness,filter-exactness,class-exactness,expiry-exactness}.test.ts',
      'src/storage/memory/recent/recent-rows.test.ts',
      'src/storage/memory/counting/count-hints.test.ts',
      'src/storage/reads/{reading,pages/page-as-of,counts/{group-counts,newest-values}}.test.ts',
    ]

/** Of these, what depends on the order in which the batches of several nodes arrive. */
const onNodesToo = isDeep
  ? onServer
  : [
      'src/query/{exactness,class-exactness}.test.ts',
      'src/storage/memory/recent/recent-rows.test.ts',
      'src/storage/reads/pages/page-as-of.test.ts',
    ]

/**
 * The contract on shards, what the store does when one does not answer, and what is copied between several
 * servers.
 */
const ofShards = [
  'src/storage/store/server/shards.test.ts',
  'src/storage/store/server/lost-shards.test.ts',
  'src/query/life/partial-answers.test.ts',
  'src/query/testing/copied-events.test.ts',
  'src/storage/reads/user-sql/{user-sql,value-without-rows}.test.ts',
  // Kills of each step are in scenarios/hard/events-copy.test.ts, too, with the built product.
  `src/storage/store/copy/copy-${isDeep ? '{events,shards}' : 'shards'}.test.ts`,
]
const onNodes = {
  extends: true as const,
  test: {
    name: 'nodes',
    include: [...onNodesToo, 'src/service/several-nodes.test.ts'],
    env: { TEST_STORE: 'nodes', MILLRACE_CASES: casesOnServers },
    isolate: false,
    maxWorkers: 2,
    globalSetup: ['scripts/testing/postgres-server.ts'],
    setupFiles: [...setupFiles, 'scripts/testing/several-nodes.ts'],
    sequence: { groupOrder: 4 },
  },
}

/** Suites of what is built on metadata, with metadata in PostgreSQL; metadata's own are in `npm test`. */
const onPostgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: [
      `src/api/{${isDeep ? 'actions,auth,dashboards,events,people,reports,rules,searches,silences,tasks,tokens,widgets,' : ''}notifications,triggers}/**/*.test.ts`,
      'src/alerts/**/{queue,silences,notifications,records}/*.test.ts',
      'src/alerts/recorder/match-recorder.test.ts',
      'src/alerts/windows/window-runner.test.ts',
      'src/service/steps/start-snmp-engine.test.ts',
      'src/reports/{.,files,mail,schedules}/{open-reports,shared-files,mail,schedules,replan-schedules}.test.ts',
      'src/query/notes/*.test.ts',
    ],
    isolate: false,
    // That of the scenarios of its group.
    maxWorkers: 5,
    // Not in a folder in memory: the setting would be one of all projects, and syslog-ng does not listen
    // there.
    globalSetup: ['scripts/testing/postgres-server.ts'],
    // Beside scenarios that wait for deadlines.
    sequence: { groupOrder: 1 },
  },
}

/**
 * Scenarios: the built product, real sockets, one story a file, each with a Millrace and ports of its own.
 */
export default defineConfig({
  test: {
    setupFiles,
    pool: 'forks',
    // Node itself takes the types away, as it does when the product runs.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: suites.system.fileSeconds * 1_000,
    hookTimeout: suites.system.fileSeconds * 1_000,
    sequence: { sequencer: fileOrder(long) },
    projects: [
      // Mostly waiting for a browser and for the engine: one more than processors of a small machine. With
      // four, pages wait for long.
      group(0, 'beside', 3, scenariosOf('beside')),
      // What kills, fills a disk or floods, without pages beside it; mostly waiting for starts and deadlines.
      group(1, 'hard', 5, ['hard', ...(isDeep ? ['deep'] : [])].flatMap(scenariosOf)),
      // What holds times, memory and rates to bounds, if the machine is idle: then one after the other.
      isIdleMachine ? group(2, 'alone', 1, scenariosOf('alone')) : group(1, 'alone', 5, scenariosOf('alone')),
      onPostgres,
      group(3, 'shards', 3, [...onServer, ...ofShards], {
        TEST_STORE: 'shards',
        MILLRACE_CASES: casesOnServers,
      }),
      onNodes,
    ],
  },
})

/** The scenarios of one folder. */
function scenariosOf(folder: string): string[] {
  return [`scenarios/${folder}/*.test.ts`]
}

/** Groups run one after the other; the files of one share its processes, whose browser they share too. */
function group(
  groupOrder: number,
  name: string,
  maxWorkers: number,
  files: string[],
  env: Record<string, string> = {},
) {
  return {
    extends: true as const,
    test: { name, include: files, maxWorkers, env, isolate: false, sequence: { groupOrder } },
  }
}
