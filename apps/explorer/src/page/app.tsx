/** Shows the frame of the page: the search field, the connection state, and the page of the URL. */
import { BlockPage } from "./block/block-page.js";
import { HomePage } from "./home/home-page.js";
import { LazyPage } from "./parts/lazy-page.js";
import { GivenPage } from "./proof/given-page.js";
import { links, type Route, route, sectionNames, titleOf } from "./router.js";
import { SearchBox } from "./search/search-box.js";
import type { Session } from "./session/session.js";
import { SessionContext, useSession } from "./session/use-session.js";

const linkWords = {
  connecting: "Connecting to the node…",
  live: "Connected",
  lost: "The node does not answer. What you see may be old; the page reconnects by itself.",
  refused: "The node refuses to report new blocks. What you see may be old; the page asks again.",
} as const;

function LinkState() {
  const state = useSession().link.value;
  return (
    <p class={`link ${state}`} role="status">
      {linkWords[state]}
    </p>
  );
}

const loadTransaction = async () =>
  (await import("./transaction/transaction-page.js")).TransactionPage;
const loadAddress = async () => (await import("./address/address-page.js")).AddressPage;
const loadPool = async () => (await import("./pool/pool-page.js")).PoolPage;
const loadMining = async () => (await import("./mining/mining-page.js")).MiningPage;
const loadSimulator = async () => (await import("./simulator/simulator-page.js")).SimulatorPage;
const loadControls = async () => (await import("./controls/controls-page.js")).ControlsPage;

function Page({ shown }: { readonly shown: Route }) {
  switch (shown.page) {
    case "home":
      return <HomePage />;
    case "block":
      return <BlockPage key={shown.id} id={shown.id} />;
    case "transaction":
      return <LazyPage key={shown.hash} load={loadTransaction} given={{ hash: shown.hash }} />;
    case "address":
      return <LazyPage key={shown.address} load={loadAddress} given={{ address: shown.address }} />;
    case "verify":
      return <GivenPage />;
    case "pool":
      return <LazyPage key="pool" load={loadPool} given={{}} />;
    case "mining":
      return <LazyPage key="mining" load={loadMining} given={{}} />;
    case "controls":
      return <LazyPage key="controls" load={loadControls} given={{}} />;
    case "simulator":
      return <LazyPage key="simulator" load={loadSimulator} given={{}} />;
    case "unknown":
      return (
        <>
          <h1>Not found</h1>
          <p class="card bad" role="alert">
            This address of the page names nothing: <code>{shown.text}</code>
          </p>
        </>
      );
  }
}

const sections = Object.keys(sectionNames) as (keyof typeof sectionNames)[];

function Sections({ shown }: { readonly shown: Route["page"] }) {
  return (
    <nav class="sections" aria-label="Sections">
      {sections.map((page) => (
        <a key={page} href={links[page]} aria-current={page === shown ? "page" : undefined}>
          {sectionNames[page]}
        </a>
      ))}
    </nav>
  );
}

/** Shows the whole page, for one session with the node. */
export function App({ session }: { readonly session: Session }) {
  return (
    <SessionContext.Provider value={session}>
      <header class="top">
        <button type="button" class="skip" onClick={skipToContent}>
          Skip to the content
        </button>
        <a class="name" href={links.home}>
          <Mark />
          Tandem
        </a>
        <Sections shown={route.value.page} />
        <SearchBox />
        <LinkState />
      </header>
      <main id="content" tabIndex={-1} aria-label={titleOf(route.value)}>
        <Page shown={route.value} />
      </main>
    </SessionContext.Provider>
  );
}

/** Draws two chains that are mined together. */
const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect x="3" y="3" width="17" height="17" rx="4" fill="#2f7fe0" />
    <rect x="12" y="12" width="17" height="17" rx="4" fill="#d98200" fill-opacity=".85" />
  </svg>
);

/** Moves the focus to the content: a reader of the screen hears the name of the page. */
export const skipToContent = (): void =>
  document.getElementById("content")?.focus({ preventScroll: true });
