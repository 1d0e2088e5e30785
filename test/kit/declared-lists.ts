// A file of declared lists that uses every way to declare one: a feed, JSON, a page, several lists with several ways.

export const declaredLists = `# Mine.
blog: &blog
  name: Blog
  feed: https://l.test/feed.xml
  type: hottest
  headers: {cookie: a=1, referer: "https://l.test/"}
data:
  name: Data
  subtitle: "a: b"
  json: https://l.test/api?n=50
  items: data.list[?@.ad != true]
  title: title
  url: https://l.test/t/{id}
  id: id
  mobileUrl: /m/{id}
  hot: n
  time: at
  hover: text
  info: "{n} · {by.name}"
  icon: pic[*].src
  interval: 600
page:
  name: Page
  page: https://l.test/hot
  items: .row, article
  title: h2 > a
  id: "@data-id"
  hot: .n, .m
  time: time
  icon: img@data-src
  column: tech
  color: '#102030'
  enabled: true
many:
  name: Many
  json: ["https://l.test/{board}?at={now:s}", "https://l.test/{today-1:YYYYMMDD}"]
  board: 7
  inside: "="
  body: {a: 1, b: [x, "{now}"]}
  ok: code = 0, msg
  blocked: [418, captcha]
  items: data.list
  title: [title | headline, text | match ^(.+)$ | replace o → 0]
  url: https://l.test/t/{id}
  info: "{by.name}[ · {n}]"
  zone: UTC
  or:
    - inside: ""
      body: ""
    - feed: https://l.test/feed.xml
      id: guid | match \\d+
  lists:
    many: {subtitle: "{board}"}
    many-two: {board: 8, mayBeEmpty: true}
`
