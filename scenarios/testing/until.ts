export { until } from '../../src/testing/until.ts'
