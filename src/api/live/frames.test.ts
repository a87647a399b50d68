import { expect, test } from 'vitest'
import { UpdateFrames } from './frames.ts'

test('a state is encoded once for each place, however often it is sent', () => {
  const frames = new UpdateFrames()
  const state = { text: '{"status":"SUCCESS"}' }
  const onDashboard = { widgetId: 3, dashboardId: 1 }
  const places = [onDashboard, { widgetId: 3, dashboardId: null }, { widgetId: null, dashboardId: null }]
  const made = places.map(place => frames.of(state, place))
  expect(made.map(String)).toEqual([
    '["widget-update",{"widget_id":3,"dashboard_id":1,"data":{"status":"SUCCESS"}}]',
    '["widget-update",{"widget_id":3,"dashboard_id":null,"data":{"status":"SUCCESS"}}]',
    '["widget-update",{"widget_id":null,"dashboard_id":null,"data":{"status":"SUCCESS"}}]',
  ])
  for (const [i, place] of places.entries()) expect(frames.of(state, { ...place })).toBe(made[i])
  expect(frames.of({ text: '{}' }, onDashboard)).not.toBe(made[0])
})
