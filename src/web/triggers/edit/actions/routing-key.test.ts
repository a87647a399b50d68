import { expect, test } from 'vitest'
import { routingKeyOf, withRoutingKey } from './routing-key.ts'

test('the routing key is read from the body and written to it; other members stay', () => {
  expect(routingKeyOf('')).toBe('')
  const body = withRoutingKey('{"client":"noc"}', 'R0"1')
  expect(body).toBe('{"client":"noc","routing_key":"R0\\"1"}')
  expect(routingKeyOf(body)).toBe('R0"1')
  expect(routingKeyOf('{"a": {{event:id}}}')).toBeUndefined()
})
