import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { fileOrder } from './scripts/gate/file-order.ts'
import { suites } from './scripts/gate/suites.ts'
import { isDeep } from './src/testing/depth.ts'

const include = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'clients/**/*.test.ts']

/*
 * Files of the project `shared` run one after the other in the same few processes: a process for each file
 * would spend a third of the time on loading the same modules again. They share the following, which does no
 * harm:
 *
 * - caches of pure functions, by their whole input: `filter/regex/regex.ts`, `filter/templates/`,
 *   `filter/predicate/work.ts`, `ingest/rules/capture.ts`, `ingest/fields/extra-fields.ts`,
 *   `ingest/syslog/structured-data.ts`, `ingest/receivers/document.ts`, `storage/sql/filter.ts`,
 *   `storage/sql/predicate-verdicts.ts`, `time/zone.ts`, fonts and faces of `reports/fonts/`: a hit answers
 *   what a miss would
 * - buffers that are written before they are read: `ingest/event-index/literal-index.ts`,
 *   `ingest/spool/rows/row-content.ts`
 * - flags of V8's regular expressions (`ingest/rules/regex/regex.ts`): the same matches, in another
 *   time
 * - numbers that only rise: `metadata/database/tables.ts` (moments), `ingest/spool/batch.ts` (batches)
 *
 * What a test replaces by a spy or a stub is put back before the next one (`restoreMocks`, `unstubEnvs`).
 *
 * A file with a process of its own (`isolated`) either
 * - replaces the date or deadlines beside real components, whose numbers and timers outlive it. A file that
 *   replaces the whole clock has no such components: they would stand still. Or it replaces a module, the
 *   umask, or a listener of the process; or
 * - depends on what the process has learned: which templates `ingest/spool/batch.ts` admits is decided once
 *   for all its batches, and functions that ran before `testing/count-work.ts` counts have no count of their
 *   blocks.
 *
 * No source reads the environment but `src/service/settings/settings.ts` and `src/cli/`; tests write it by
 * `vi.stubEnv` alone, and `scripts/testing/file-process.ts` only what names the file to the processes that it
 * starts.
 */
const needsOwnProcess =
  /toFake: \[[^\]]*'(Date|setTimeout)'|vi\.mock\(|testing\/count-work\.ts|process\.(umask|chdir|on)\b|ingest\/spool\/batch\.ts/

/** Suites of metadata run on PostgreSQL too. */
const ofPostgres = [
  'src/metadata/{postgres,append-log}/*.test.ts',
  'src/cli/data-folder/{metadata,nodes}.test.ts',
]
const onPostgres = [
  ...ofPostgres,
  ...globSync('src/metadata/**/*.test.ts').filter(file =>
    /openTemporaryMetadata|openWithUsers/.test(readFileSync(file, 'utf8')),
  ),
]
const onFiles = ['**/sqlite/*', '**/migrate.test.ts', '**/instance-key.test.ts']
/** Several nodes or servers, and copies to servers: `npm run test:system` has them. */
const ofServers = [
  'src/service/several-nodes.test.ts',
  'src/storage/store/server/shards.test.ts',
  'src/storage/store/server/lost-shards.test.ts',
  'src/query/life/partial-answers.test.ts',
  'src/storage/store/copy/copy-{events,shards}.test.ts',
  'src/query/testing/copied-events.test.ts',
]

/** `npm run test:system -- faults` runs files of `npm run test:deep` too, with the usual number of cases. */
const hasAllFiles = isDeep || process.env.TEST_ALL_FILES !== undefined

/**
 * `npm run test:deep` has them: each takes seconds, changes rarely, and another file of the gate proves much
 * of the same.
 */
const ofDeep = hasAllFiles
  ? []
  : [
      // Moves and repairs of days with the built product: scenarios/hard/events-copy.test.ts.
      'src/cli/data-folder/events.test.ts',
      // One server. The contract runs on two shards in `npm run test:system`.
      'src/storage/store/server/{open,append-files,lagging-replicas}.test.ts',
      // Days of versions before 0.1 are rewritten once.
      'src/storage/store/tables/old-{days,words}.test.ts',
      // The largest pages; all other questions are in exactness.test.ts.
      'src/query/largest-exactness.test.ts',
      // Days with damaged parts on the page and in answers: scenarios/beside/set-aside-day.test.ts.
      'src/storage/store/embedded/damaged-part.test.ts',
      // Kills under load: scenarios/hard/kill-tree.test.ts.
      'src/ingest/kill.test.ts',
      // Bodies that inflate to millions of values: largest-bodies.test.ts has the largest one of every route.
      'src/ingest/http/bombs.test.ts',
      // Counts that outlive dropped days; class-retention.test.ts has the kills between count and deletion.
      'src/storage/store/retention/stored-counts.test.ts',
      // Drops of days by several nodes.
      'src/storage/store/retention/shared-drops.test.ts',
      // The same questions, on servers and nodes: `npm run test:system`.
      'src/query/class-exactness.test.ts',
    ]

/** Suites that only `npm run test:deep` runs on PostgreSQL: their neighbours there send the same SQL. */
const deepOnPostgres = hasAllFiles
  ? []
  : [
      'src/metadata/sign-in/{directory-login,stored-identity}.test.ts',
      'src/metadata/repository/bounds-in-bytes.test.ts',
      'src/metadata/rotate-key.test.ts',
      // Logs of the version before migration 0036.
      'src/metadata/append-log/old-nodes.test.ts',
    ]

const isolated = include
  .flatMap(pattern => globSync(pattern, { exclude: [...ofPostgres, ...ofServers] }))
  .filter(file => needsOwnProcess.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    globalSetup: ['scripts/testing/memory-folder.ts'],
    setupFiles: ['scripts/testing/every-file.ts'],
    pool: 'forks',
    restoreMocks: true,
    unstubEnvs: true,
    // Node itself takes the types away, as it does when the product runs.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Two more than processors: tests wait for clocks and for the engine, which is a process of its own.
    maxWorkers: availableParallelism() + 2,
    // Objects of a test rarely outlive it: a larger young generation saves 2 % of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // The file's deadline is the only one: a test that waits does not fail because the machine is busy.
    testTimeout: suites.test.fileSeconds * 1_000,
    hookTimeout: suites.test.fileSeconds * 1_000,
    sequence: { sequencer: fileOrder([]) },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include,
          exclude: [...isolated, ...ofPostgres, ...ofServers, ...ofDeep],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: onPostgres,
          exclude: [...onFiles, ...deepOnPostgres],
          isolate: false,
          globalSetup: ['scripts/testing/postgres-server.ts'],
        },
      },
    ],
  },
})
