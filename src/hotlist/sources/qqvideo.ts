// 腾讯视频: the most searched series (upstreams/hot/qqvideo.md).
import { z } from 'zod'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const address =
  'https://pbaccess.video.qq.com/trpc.vector_layout.page_view.PageService/getCard?video_appid=3000010&vversion_platform=2'

const strategy = '06755800b45b49238582a6fa1ad0f5c5'
const module = '20251106065177'
/** The page's request for a module; most fields concern the layout. */
const body = {
  page_params: {
    rank_channel_id: '100113',
    rank_name: 'HotSearch',
    rank_page_size: '30',
    tab_mvl_sub_mod_id: '792ac_19e77Sub_1b2',
    tab_name: '热搜榜',
    tab_type: 'hot_rank',
    tab_vl_data_src: 'f5200deb4596bbf3',
    page_id: 'scms_shake',
    page_type: 'scms_shake',
    source_key: '',
    tag_id: '',
    tag_type: '',
    new_mark_label_enabled: '1',
  },
  page_context: { page_index: '1' },
  flip_info: {
    page_strategy_id: '',
    page_module_id: '792ac_19e77',
    module_strategy_id: {},
    sub_module_id: module,
    flip_params: {
      folding_screen_show_num: '',
      is_mvl: '1',
      mvl_strategy_info: JSON.stringify({
        default_strategy_id: strategy,
        default_version: '3836',
        hit_page_uuid: 'b5080d97dc694a5fb50eb9e7c99326ac',
        hit_tab_info: null,
        gray_status_info: null,
        bypass_to_un_exp_id: '',
      }),
      mvl_sub_mod_id: module,
      pad_post_show_num: '',
      pad_pro_post_show_num: '',
      pad_pro_small_hor_pic_display_num: '',
      pad_small_hor_pic_display_num: '',
      page_id: 'scms_shake',
      page_num: '0',
      page_type: 'scms_shake',
      post_show_num: '',
      shake_size: '',
      small_hor_pic_display_num: '',
      source_key: '100113',
      un_policy_id: strategy,
      un_strategy_id: strategy,
    },
    // The upstream's spelling.
    relace_children_key: [],
  },
}

const params = z.object({ title: maybeText, sub_title: maybeText, publish_date: maybeText }).nullish()

const ask = jsonList({
  address,
  method: 'POST',
  headers: { referer: 'https://v.qq.com/' },
  body,
  ok: ['ret', 0, 'msg'],
  rows: 'data.card.children_list.list.cards',
  row: z.object({ id: maybeText, params }),
  item: ({ id, params }) => ({
    id,
    title: params?.title,
    url: `https://v.qq.com/x/cover/${id}.html`,
    pubDate: chinaTime(params?.publish_date),
    hover: params?.sub_title,
  }),
})

export default defineFamily({
  name: '腾讯视频',
  home: 'https://v.qq.com/channel/tv',
  column: 'china',
  color: '#3b82f6',
  lists: { 'qqvideo-tv-hotsearch': { title: '热搜榜', type: 'hottest', interval: 1800, ask } },
})
