#!/usr/bin/python3
"""The window that WebKitWebDriver drives (webkit.ts): one web view and nothing around it, so that
it can be as narrow as a phone. Debian's own Python has the bindings. CHUTE_WINDOW is JSON: the
`folder` of what is kept and downloaded, and the script that runs `before` those of a page."""

import json
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

wanted = json.loads(os.environ["CHUTE_WINDOW"])
folder = wanted["folder"]
manager = WebKit2.WebsiteDataManager(
    base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
)
# nobody else is asked for anything, such as a map: nothing listens there
manager.set_network_proxy_settings(
    WebKit2.NetworkProxyMode.CUSTOM,
    WebKit2.NetworkProxySettings.new("http://127.0.0.1:9", ["localhost", "127.0.0.1"]),
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
script = WebKit2.UserScript.new(
    wanted["before"],
    WebKit2.UserContentInjectedFrames.ALL_FRAMES,
    WebKit2.UserScriptInjectionTime.START,
    None,
    None,
)


def download(_context, item):
    def named(item, suggested):
        item.set_destination(f"file://{folder}/{suggested}")
        return True

    item.connect("decide-destination", named)


def view(_session):
    content = WebKit2.UserContentManager()
    content.add_script(script)
    made = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, user_content_manager=content
    )
    window = Gtk.Window()
    window.set_default_size(390, 844)
    window.add(made)
    window.show_all()
    made.connect("close", lambda *_: window.destroy())
    return made


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("chute-window")
    info.set_version(
        *(getattr(WebKit2, f"get_{part}_version")() for part in ("major", "minor", "micro"))
    )
    session.set_application_info(info)
    session.connect("create-web-view", view)


context.connect("download-started", download)
context.connect("automation-started", started)
Gtk.main()
