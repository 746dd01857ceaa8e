/** One entry of the catalogue of failures that people have met, in our own words, and the public threads that tell of it. */
export interface FieldReportEntry {
  readonly title: string;
  /** Issues and pull requests as `owner/repository#number`: `github.com/owner/repository/issues/number`. */
  readonly sources: readonly string[];
}

const reports = {
  A1: {
    title: "Client gives up at exactly 60 s whatever the host configured",
    sources: [
      "modelcontextprotocol/typescript-sdk#245",
      "egoist/chatwise-releases#443",
      "mindstone/Super-MCP#1",
      "esengine/DeepSeek-Reasonix#2023",
      "nicobailon/pi-mcp-adapter#1",
    ],
  },
  A2: {
    title: "resetTimeoutOnProgress has no effect because no progressToken is ever sent",
    sources: ["modelcontextprotocol/typescript-sdk#2136", "anomalyco/opencode#32477"],
  },
  A3: {
    title: "One hanging server blocks start-up of the whole host",
    sources: [
      "github/copilot-cli#4678",
      "stacklok/mecatl#1695",
      "can1357/oh-my-pi#2100",
      "code-yeongyu/senpi#260",
      "nextlevelbuilder/goclaw#385",
    ],
  },
  A4: {
    title: "Progress arrives but deadline keeps counting from the original start",
    sources: ["modelcontextprotocol/typescript-sdk#2816"],
  },
  A5: {
    title: "Inspector did not reset its request timer on progress",
    sources: ["modelcontextprotocol/inspector#223"],
  },
  A6: {
    title: "Hard-coded start-up and response timeouts stall the host for 40 s after the child has died",
    sources: ["hkr04/cpp-mcp#35"],
  },
  A7: { title: "Timed-out tools/call silently re-sent under a new id", sources: ["simonx1/ruby-mcp-client#178"] },
  B1: {
    title: "Late answer to a cancelled request tears the stdio connection down",
    sources: ["anthropics/claude-code#51073", "Minidoracat/mcp-feedback-enhanced#202"],
  },
  B2: {
    title: "Client timeout corrupts the session when the slow answer arrives later",
    sources: ["strands-agents/harness-sdk#1221"],
  },
  B3: {
    title: "User stop never reaches the server",
    sources: [
      "anomalyco/opencode#24312",
      "synthetic-sciences/openscience#571",
      "strands-agents/sdk-typescript#1069",
      "aaif-goose/goose#3782",
      "topcheer/ggcode#2490",
    ],
  },
  B4: {
    title: "Server stops work on cancel but the request never settles on the client side",
    sources: ["openai/codex#20925"],
  },
  B6: {
    title: "Timeout on resources/read, prompts/get and subscribe leaks the pending future and tells the server nothing",
    sources: ["langchain4j/langchain4j#6175"],
  },
  B7: { title: "Spec request: send cancel on timeout", sources: ["modelcontextprotocol/modelcontextprotocol#418"] },
  B8: {
    title: "Progress for a finished or unknown token treated as fatal",
    sources: ["anthropics/claude-code#47765", "lennix1337/Genexus18MCP#44", "modelcontextprotocol/typescript-sdk#2580"],
  },
  C1: {
    title: "Server makes up its own progress token",
    sources: ["twentyhq/twenty#24559", "kaeawc/auto-mobile#6118"],
  },
  D1: {
    title: "tools/list_changed is received and dropped",
    sources: [
      "anthropics/claude-code#79826",
      "openai/codex#33266",
      "aaif-goose/goose#10433",
      "maximhq/bifrost#6885",
      "google-gemini/gemini-cli#21050",
    ],
  },
  D2: {
    title: "list_changed storm or feedback loop",
    sources: [
      "apache/maka#2981",
      "microsoft/aspire#14494",
      "NousResearch/hermes-agent#115502",
      "cline/cline#12619",
      "modelcontextprotocol/typescript-sdk#1983",
    ],
  },
  D5: { title: "Server hides a tool but never announces it", sources: ["aaronsb/obsidian-mcp-plugin#285"] },
  E1: {
    title: "404 for a known session is treated as terminal, no new initialize",
    sources: [
      "modelcontextprotocol/python-sdk#1676",
      "modelcontextprotocol/rust-sdk#733",
      "modelcontextprotocol/typescript-sdk#1371",
      "anthropics/claude-code#62008",
      "punkpeye/mcp-remote#106",
    ],
  },
  E3: {
    title: "Bridge answers 400 for an unknown session, so the host never recovers",
    sources: ["supercorp-ai/supergateway#123", "anthropics/claude-code#48557"],
  },
  E6: {
    title: "Proxy returns an empty error result after back-end restart",
    sources: [
      "sparfenyuk/mcp-proxy#75",
      "smart-mcp-proxy/mcpproxy-go#354",
      "stacklok/toolhive#3222",
      "tbxark/mcp-proxy#63",
    ],
  },
  E7: { title: "One failing back end takes the whole multi-server proxy down", sources: ["sparfenyuk/mcp-proxy#194"] },
  E8: { title: "Resource subscriptions vanish after re-initialize", sources: ["Cocoanetics/SwiftMCP#179"] },
  F1: {
    title: "stdio server does not exit on stdin EOF; hundreds of orphans",
    sources: [
      "modelcontextprotocol/typescript-sdk#2002",
      "modelcontextprotocol/python-sdk#2234",
      "codefuturist/email-mcp#60",
      "ProxymanApp/Proxyman#2727",
      "likec4/likec4#3092",
    ],
  },
  F2: {
    title: "stderr never drained: server blocks in write after 64 KiB and everything hangs",
    sources: [
      "mark3labs/mcp-go#956",
      "tbxark/mcp-proxy#80",
      "simonx1/ruby-mcp-client#142",
      "Quack6765/Eidon-AI#247",
      "kubestellar/console#7960",
    ],
  },
  F3: {
    title: "Server dies during a call: pending call hangs to its timeout, no or wrong restart",
    sources: [
      "MoonshotAI/kimi-code#2109",
      "anthropics/claude-code#74329",
      "juspay/neurolink#1610",
      "HolmesGPT/holmesgpt#1916",
      "lmstudio-ai/lmstudio-bug-tracker#731",
    ],
  },
  F4: {
    title: "Multi-byte character split over two reads is corrupted",
    sources: [
      "modelcontextprotocol/typescript-sdk#2038",
      "punkpeye/mcp-proxy#89",
      "JuliusBrussee/caveman#774",
      "iansinnott/obsidian-claude-code-mcp#15",
    ],
  },
  F5: {
    title: "Re-spawn loop (fork bomb) for a server that exits right after a good handshake",
    sources: ["can1357/oh-my-pi#1596", "github/copilot-cli#3698"],
  },
  F7: {
    title: "Log lines or banners on stdout",
    sources: [
      "microsoft/azure-devops-mcp#147",
      "Kapeli/dash-mcp-server#10",
      "s-stefanov/actual-mcp#161",
      "hurttlocker/o8#1541",
      "mcp-hangar/mcp-hangar#563",
    ],
  },
  F8: {
    title: "Malformed line ends the server",
    sources: [
      "modelcontextprotocol/servers#4206",
      "Ataraxy-Labs/sem#168",
      "goreleaser/mcp#54",
      "huaweicloud/huaweicloud-devkit#637",
      "PrefectHQ/fastmcp#1161",
    ],
  },
  F9: { title: "Reader line limit breaks framing on large lines", sources: ["use-agent-os/agent-os#1535"] },
  F10: {
    title: "Reader buffer limit: one line above 64 KiB kills the bridge or all sessions",
    sources: [
      "IBM/mcp-context-forge#2591",
      "TokenRhythm/opensquilla#953",
      "use-agent-os/agent-os#1535",
      "MoonshotAI/kimi-cli#831",
      "agentclientprotocol/python-sdk#27",
    ],
  },
  F12: { title: "User cancel kills the stdio server for good", sources: ["QwenLM/qwen-code#11272"] },
  F14: {
    title: "Concurrent writers interleave frames; large result blocks the event loop",
    sources: [
      "MongLong0214/logic-pro-mcp#232",
      "asheshgoplani/agent-deck#1329",
      "accensa/x402-facilitator-stellar#197",
      "modelcontextprotocol/python-sdk#2070",
    ],
  },
  F15: { title: "Block-buffered stdout delays answers by several calls", sources: ["awslabs/AutoCorrode#171"] },
  F16: {
    title: "Launcher killed, real server survives",
    sources: [
      "anthropics/claude-code#76306",
      "MoonshotAI/kimi-code#1038",
      "containers/kubernetes-mcp-server#239",
      "playcanvas/editor-mcp-server#72",
    ],
  },
  G1: {
    title: "Response id type or value changed",
    sources: [
      "radareorg/radare2-mcp#68",
      "modelcontextprotocol/python-sdk#961",
      "cognizant-ai-lab/neuro-san#526",
      "Neural-Harmonics/vcv-rack-plugin-mcp-server#21",
    ],
  },
  G2: {
    title: "id:null request accepted as a notification (202, no answer)",
    sources: ["modelcontextprotocol/python-sdk#2057", "damionrashford/RivalSearchMCP#5", "saidsurucu/borsa-mcp#6"],
  },
  G5: {
    title: "Unknown notification methods spam validation errors",
    sources: [
      "openai/codex#4223",
      "modelcontextprotocol/servers#1810",
      "tableau/tableau-mcp#106",
      "punkpeye/mcp-proxy#33",
    ],
  },
  G6: {
    title: "Server answers notifications",
    sources: ["pedramamini/GranolaMCP#18", "accensa/x402-facilitator-stellar#198"],
  },
  G7: { title: "Tester hides protocol errors or re-sends old input", sources: ["modelcontextprotocol/inspector#655"] },
  G8: {
    title:
      "Envelope errors: missing jsonrpc, array around a single answer, error:null beside result, neither field, id 0.0",
    sources: [
      "gensecaihq/Wazuh-MCP-Server#59",
      "Quantum3-Labs/ARBuilder#2",
      "twentyhq/twenty#13801",
      "yurineko73/Godot-MCP-Native#16",
      "leehack/mcp_dart#238",
    ],
  },
  G9: { title: "Server does not check the envelope", sources: ["yfedoseev/office_oxide#327", "1f916-ai/1f916#44"] },
  G10: {
    title: "arguments or params sent as undefined, null, array, or text null",
    sources: [
      "cline/cline#10553",
      "openclaw/openclaw#96716",
      "anthropics/claude-code#95239",
      "petabridge/memorizer#166",
      "afrise/MCPSharp#6",
    ],
  },
  H1: {
    title: "Lost answer plus retry gives two side effects",
    sources: [
      "hostinger/api-mcp-server#68",
      "currents-dev/currents-mcp#163",
      "ComposioHQ/composio#3654",
      "daintreehq/daintree#7531",
      "chattocorp/chatto#2241",
    ],
  },
  H2: {
    title: "Host retries tools/call automatically on 503 or network error",
    sources: ["mcheemaa/mistri#26", "nibor1896/Crow#139", "vercel/ai#16494"],
  },
  H4: {
    title: "Re-send after session loss or after a broken modern stream runs the tool twice",
    sources: ["simonx1/ruby-mcp-client#209", "sparfenyuk/mcp-proxy#208"],
  },
  I1: {
    title: "Integers above 2^53 are silently changed",
    sources: [
      "anthropics/claude-code#78762",
      "modelcontextprotocol/go-sdk#1236",
      "mrexodia/ida-pro-mcp#510",
      "cq27-dev/rag-rat#130",
      "iswalle/getnote-mcp#15",
    ],
  },
  I3: {
    title: "structuredContent fails the declared outputSchema, so the real result or error is hidden behind -32602",
    sources: [
      "yamadashy/repomix#833",
      "cyanheads/obsidian-mcp-server#108",
      "cyanheads/git-mcp-server#40",
      "ArcadeAI/arcade-mcp#817",
      "remotion-dev/remotion#6275",
    ],
  },
  I4: {
    title: "Client validates the whole result envelope instead of structuredContent",
    sources: ["anthropics/claude-code#76257"],
  },
  I5: {
    title: "No validation at all on the cached-catalogue path",
    sources: ["mastra-ai/mastra#22556", "MCPJam/inspector#1513"],
  },
  I6: {
    title: "isError true shown as success",
    sources: [
      "google-gemini/gemini-cli#6194",
      "anomalyco/opencode#16988",
      "browser-use/browser-use#5256",
      "usestrix/strix#1175",
    ],
  },
  I7: {
    title: "Server failure sent as normal result",
    sources: [
      "glazperle/kimai_mcp#18",
      "dddabtc/winremote-mcp#82",
      "ansys/pyaedt-mcp#120",
      "eric-tramel/moraine#482",
      "humansys/raise#112",
    ],
  },
  I8: {
    title: "Empty content with data in structuredContent reads as no result",
    sources: [
      "ggml-org/llama.cpp#26410",
      "danny-avila/LibreChat#15198",
      "knowsuchagency/mcp2cli#87",
      "nicobailon/pi-mcp-adapter#146",
    ],
  },
  I10: {
    title: "Valid content types rejected or turned into base64 text",
    sources: ["kirodotdev/Kiro#8960", "frontman-ai/frontman#1545", "run-llama/llama_index#21270", "vercel/ai#15285"],
  },
  I11: {
    title: "Very large results: unlimited, silently cut, or fatal",
    sources: [
      "QwenLM/qwen-code#2439",
      "NousResearch/hermes-agent#56059",
      "tailcallhq/forgecode#2281",
      "DeusData/codebase-memory-mcp#1375",
      "daintreehq/daintree#11526",
    ],
  },
  I12: {
    title: "A protocol error or lost server aborts the whole agent run",
    sources: [
      "openai/openai-agents-python#879",
      "VoltAgent/voltagent#430",
      "mark3labs/kit#31",
      "agno-agi/agno#5493",
      "continuedev/continue#6911",
    ],
  },
  J1: {
    title: "Auto mode does not fall back because the old server answers 400 to server/discover",
    sources: [
      "modelcontextprotocol/go-sdk#1014",
      "modelcontextprotocol/rust-sdk#1149",
      "modelcontextprotocol/typescript-sdk#2514",
      "MayDay-wpf/snow-app#56",
      "idosal/git-mcp#262",
    ],
  },
  J2: {
    title: "Bridge does not add Mcp-Method / Mcp-Name, so every modern request is refused",
    sources: [
      "railwayapp/cli#1172",
      "zonlabs/mcp-ts#184",
      "ing-bank/envoy-mcp-openapi-processor#21",
      "aws-samples/sample-voice-of-customer-datalake#360",
      "kerlenton/mcpsnoop#93",
    ],
  },
  J3: {
    title: "input_required result shown as tool error or empty result, never retried",
    sources: [
      "anthropics/claude-ai-mcp#1027",
      "strands-agents/harness-sdk#4094",
      "topcheer/ggcode#2499",
      "nicobailon/pi-mcp-adapter#467",
    ],
  },
  J4: {
    title: "Client demands an exact protocol version",
    sources: ["just-every/code#611", "jonnyzzz/mcp-steroid#482", "hkr04/cpp-mcp#10"],
  },
  J5: {
    title: "Server echoes whatever version was asked for",
    sources: ["pgEdge/pgedge-postgres-mcp#212", "wildfly/wildfly-ai-feature-pack#346", "IBM/WxMCPServer#3"],
  },
  J6: {
    title: "initialize refused at HTTP level because of the version header",
    sources: ["xpzouying/xiaohongshu-mcp#697", "Effect-TS/effect#7388", "HarperFast/harper#1611"],
  },
  J7: {
    title: "Header missing on later requests when a bridge has no client object",
    sources: ["punkpeye/mcp-remote#289"],
  },
  J9: { title: "Client announces a made-up protocol version", sources: ["metoro-io/mcp-golang#134"] },
  J12: { title: "Client drops the session header after initialize", sources: ["ihor-sokoliuk/mcp-searxng#173"] },
  J14: {
    title: "Cancel in the modern era sent without required headers",
    sources: ["modelcontextprotocol/inspector#2385"],
  },
  J15: {
    title: "Requests cross the initialize / initialized boundary",
    sources: [
      "modelcontextprotocol/python-sdk#2583",
      "modelcontextprotocol/go-sdk#225",
      "posit-dev/mcptools#77",
      "EricLBuehler/mistral.rs#1613",
    ],
  },
  J16: {
    title: "resultType missing: modern client drops all tools without a visible error",
    sources: [
      "jdevalk/specification.website#186",
      "gensecaihq/Wazuh-MCP-Server#121",
      "modelcontextprotocol/go-sdk#1225",
      "SylphxAI/pdf-reader-mcp#662",
    ],
  },
  J17: {
    title: "Probe costs an extra process or a fixed delay",
    sources: ["modelcontextprotocol/typescript-sdk#2514", "netclaw-dev/netclaw#2015"],
  },
  L1: {
    title: "GET answered with 200 and an ended stream (or wrong type) starts an endless reconnect storm",
    sources: [
      "malloydata/malloyyo#133",
      "CoinStatsHQ/coinstats-mcp#29",
      "f/prompts.chat#1117",
      "Jefferson49/webtrees-API#27",
      "Aiven-Open/mcp-aiven#29",
    ],
  },
  L2: {
    title: "Redirect of the endpoint loses body, session id or Authorization",
    sources: [
      "BerriAI/litellm#23688",
      "zoho/analytics-mcp-server#22",
      "wmde/WikidataMCP#3",
      "oceanbase/powercontext#1662",
      "agencyenterprise/draft-detective#774",
    ],
  },
  L3: {
    title: "First call after an idle time goes to a dead pooled connection",
    sources: [
      "github/copilot-cli#3257",
      "NousResearch/hermes-agent#17003",
      "Neural-Harmonics/vcv-rack-plugin-mcp-server#22",
      "anthropics/claude-code#89608",
    ],
  },
  L4: {
    title: "DNS rebinding guard blocks legitimate traffic behind a proxy",
    sources: ["modelcontextprotocol/python-sdk#1798", "bytebase/bytebase#20585"],
  },
  L5: {
    title: "No Origin or Host check on a local server",
    sources: [
      "routecraftjs/routecraft#554",
      "seuros/action_mcp#208",
      "breaking-brake/cc-wf-studio#624",
      "dynatrace-oss/dynatrace-mcp#540",
      "agentgateway/agentgateway#1855",
    ],
  },
  L7: {
    title: "405 on GET treated as a dropped connection",
    sources: ["modelcontextprotocol/python-sdk#3420", "open-webui/open-webui#27795", "punkpeye/mcp-remote#136"],
  },
  L8: {
    title: "Non-405 refusal of GET breaks the client",
    sources: ["punkpeye/mcp-proxy#62", "cap-js/mcp#36", "runpod/runpod-mcp#79"],
  },
  L9: {
    title: "429 with Retry-After surfaces as a generic failure",
    sources: [
      "modelcontextprotocol/typescript-sdk#1892",
      "basicmachines-co/basic-memory#1378",
      "panoramicdata/Meraki.Api#389",
    ],
  },
  L11: {
    title: "Strict Accept checks against lenient clients",
    sources: [
      "masumi-network/Citadel#45",
      "punkpeye/mcp-remote#223",
      "junjiem/dify-plugin-tools-mcp_sse#70",
      "f/mcptools#69",
      "diillson/chatcli#916",
    ],
  },
  L12: {
    title: "Any error triggers the old SSE transport and hides the cause",
    sources: [
      "labring/FastGPT#7154",
      "mastra-ai/mastra#10803",
      "microsoft/vscode#249914",
      "modelcontextprotocol/typescript-sdk#1637",
      "langbot-app/LangBot#2323",
    ],
  },
  L14: {
    title: "DELETE at shutdown: 404, 405, 501 or 400 shown as failure, or never sent",
    sources: [
      "supabase/mcp#400",
      "openclaw/openclaw#144915",
      "mrexodia/ida-pro-mcp#517",
      "higress-group/wasm-go#46",
      "microsoft/vscode#263068",
    ],
  },
  M1: {
    title: "Response stream of a POST ends without a result: the call hangs for ever",
    sources: ["modelcontextprotocol/python-sdk#1577", "punkpeye/mcp-remote#226", "daodao97/chatmcp#127"],
  },
  M2: {
    title: "Whole SSE answer buffered until the end: server requests never arrive, deadlock",
    sources: [
      "wso2/api-platform#2968",
      "sseshachala/conductai#1744",
      "modelcontextprotocol/go-sdk#937",
      "modelcontextprotocol/java-sdk#848",
      "open-pencil/open-pencil#282",
    ],
  },
  M3: {
    title: "CRLF, CR, comments, multi-line data and split events not parsed",
    sources: [
      "modelcontextprotocol/php-sdk#401",
      "envoyproxy/ai-gateway#1398",
      "zhu1090093659/deepseek-pp#471",
      "profullstack/sh1pt#705",
      "modelcontextprotocol/java-sdk#443",
    ],
  },
  M6: {
    title: "Server-side polling (priming event, retry, deliberate close)",
    sources: ["modelcontextprotocol/modelcontextprotocol#1699", "joshrotenberg/tower-mcp#143"],
  },
  M7: {
    title: "Idle stream cut by intermediaries every 60 / 125 / 300 s",
    sources: [
      "robhunter/agentdeals#1098",
      "cloudflare/agents#1583",
      "scrypster/muninndb#332",
      "logicleai/logicle#1014",
    ],
  },
  M8: { title: "Tester itself polls GET every second", sources: ["modelcontextprotocol/inspector#1083"] },
  M9: {
    title: "GET that never sends headers blocks the client",
    sources: ["modelcontextprotocol/python-sdk#2232", "modelcontextprotocol/go-sdk#1197"],
  },
  M10: {
    title: "Remote connection dies in idle time while status stays connected",
    sources: ["anomalyco/opencode#29190", "home-assistant/core#140667", "robhunter/agentdeals#1098"],
  },
  N1: {
    title: "Cursor never ends: same cursor again, empty cursor, ignored cursor",
    sources: [
      "DeusData/codebase-memory-mcp#1247",
      "modelcontextprotocol/java-sdk#628",
      "modelcontextprotocol/csharp-sdk#1072",
      "ChesterRa/cccc#50",
      "sparfenyuk/mcp-proxy#233",
    ],
  },
  N2: {
    title: "One odd schema removes every tool of the server, or breaks every turn",
    sources: [
      "anthropics/claude-code#88049",
      "opentokenz/mcpx#28",
      "sandialabs/atlas-ui-3#727",
      "mastra-ai/mastra#23731",
      "can1357/oh-my-pi#2652",
    ],
  },
  N4: {
    title: "Only the first page is read",
    sources: [
      "vercel/ai#19240",
      "github/copilot-cli#4006",
      "Factory-AI/factory#7",
      "MoonshotAI/kimi-code#3757",
      "agentscope-ai/agentscope#2765",
    ],
  },
  N6: {
    title: "Host drops the whole server when an undeclared list method gives -32601",
    sources: ["DeusData/codebase-memory-mcp#1015", "gustavoeenriquez/MakerAi#109", "firecrawl/firecrawl-mcp-server#39"],
  },
  N7: {
    title: "Tool names that a model provider refuses",
    sources: [
      "kolega-ai/kolega-code#581",
      "cline/kanban#47",
      "microsoft/vscode#243602",
      "google-gemini/gemini-cli#602",
      "anthropics/claude-code#36921",
    ],
  },
  N8: {
    title: "Host cuts the tool list at its own limit without saying so",
    sources: [
      "Hmbown/Codewhale#1250",
      "mcp-router/mcp-router#178",
      "nicobailon/pi-mcp-adapter#240",
      "bun913/mcp-testrail#6",
    ],
  },
  N9: {
    title: "Capability declared but not implemented",
    sources: [
      "mongodb-js/mongodb-mcp-server#454",
      "hashicorp/terraform-mcp-server#74",
      "firecrawl/firecrawl-mcp-server#86",
      "open-metadata/OpenMetadata#26152",
      "TJC-LP/fast-mcp-scala#56",
    ],
  },
  O1: {
    title: "Elicitation or sampling during a tool call never answered, call hangs until a distant timeout",
    sources: [
      "github/app#4008",
      "anthropics/claude-code#94806",
      "anthropics/claude-ai-mcp#1046",
      "aaif-goose/goose#6650",
      "modelcontextprotocol/modelcontextprotocol#907",
    ],
  },
  O2: {
    title: "Inbound requests treated as responses and dropped",
    sources: ["KlaatAI/klaatcode#59", "modelcontextprotocol/python-sdk#1097", "scaleapi/mcp-atlas#18"],
  },
  P1: {
    title: "Results of concurrent calls crossed between callers",
    sources: [
      "anthropics/claude-code#79241",
      "anthropics/claude-ai-mcp#676",
      "zoedsoupe/anubis-mcp#143",
      "modelcontextprotocol/php-sdk#275",
      "johnhenry/wsh#32",
    ],
  },
  P3: {
    title: "Per-user lists cached for everybody",
    sources: [
      "redhat-data-and-ai/template-agent#231",
      "HelpCode-ai/anythingmcp#533",
      "modelcontextprotocol/modelcontextprotocol#3207",
      "kerlenton/mcpsnoop#160",
    ],
  },
  P4: {
    title: "Client library crashes on out-of-order teardown or dead server",
    sources: [
      "modelcontextprotocol/python-sdk#577",
      "PrefectHQ/fastmcp#622",
      "jin-bo/agentao#243",
      "cecli-dev/cecli#469",
    ],
  },
} satisfies Readonly<Record<string, FieldReportEntry>>;

/** The letter and number of an entry. */
export type FieldReport = keyof typeof reports;

/** Failures met in the field that a fault of the lab causes, by letter and number. */
export const FIELD_REPORTS: Readonly<Record<FieldReport, FieldReportEntry>> = reports;
