// How VitePress renders the pages that scripts/site/pages.mjs writes.
import { slug } from "github-slugger";
import { menu } from "../../scripts/site/pages.mjs";

export default {
  title: "Tandem",
  description: "An EVM-compatible node for a chain that is merge-mined with Bitcoin",
  lang: "en",
  srcDir: "dist/pages",
  outDir: "dist/html",
  cacheDir: "dist/cache",
  base: process.env.TANDEM_SITE_BASE ?? "/",
  head: [["link", { rel: "icon", href: "data:," }]],
  metaChunk: true,
  markdown: {
    // Pages have no HTML: what looks like it is text, such as <address>.
    html: false,
    // The anchors that a repository's own view of Markdown has.
    anchor: { slugify: (text) => slug(text) },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "I want to …", link: "/" },
      { text: "Read me", link: "/readme.html" },
      { text: "Changes", link: "/changelog.html" },
    ],
    sidebar: menu(),
  },
};
