"""Turns the contract (one JSON file a namespace) into C, TypeScript, OpenRPC and Markdown."""
