import { expect, test } from 'vitest'
import { UpdateEncoder } from './frames.ts'

test('a state is encoded once for each place, no matter how often it is sent', () => {
  const frames = new UpdateEncoder()
  const state = { text: '{"status":"SUCCESS"}' }
  const onDashboard = { widgetId: 3, dashboardId: 1 }
  const places = [onDashboard, { widgetId: 3, dashboardId: null }, { widgetId: null, dashboardId: null }]
  const made = places.map(place => frames.encode(state, place))
  expect(made.map(String)).toEqual([
    '["widget-update",{"widget_id":3,"dashboard_id":1,"data":{"status":"SUCCESS"}}]',
    '["widget-update",{"widget_id":3,"dashboard_id":null,"data":{"status":"SUCCESS"}}]',
    '["widget-update",{"widget_id":null,"dashboard_id":null,"data":{"status":"SUCCESS"}}]',
  ])
  for (const [i, place] of places.entries()) expect(frames.encode(state, { ...place })).toBe(made[i])
  expect(frames.encode({ text: '{}' }, onDashboard)).not.toBe(made[0])
})
