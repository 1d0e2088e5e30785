// Baidu Tieba: the most discussed topics (upstreams/hot/tieba.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const texts = { topic_name: z.string(), topic_url: z.string(), topic_desc: maybeText }

const ask = jsonList({
  address: 'https://tieba.baidu.com/hottopic/browse/topicList',
  ok: ['errno', 0, 'errmsg'],
  rows: 'data.bang_topic.topic_list',
  row: z.object({ topic_id: nonEmptyText(), ...texts, discuss_num: maybeNumber }),
  item: ({ topic_id: id, topic_name: title, topic_url: url, topic_desc: hover, discuss_num: hot }) => {
    // URLs are HTML-escaped.
    return { id, title, url: url.replaceAll('&amp;', '&'), hot, hover }
  },
})

export default defineFamily({
  name: '百度贴吧',
  home: 'https://tieba.baidu.com',
  column: 'china',
  color: '#4e6ef2',
  lists: { tieba: { title: '热议', type: 'hottest', interval: 600, ask } },
})
