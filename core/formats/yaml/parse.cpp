// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/parse.h"

#include "core/formats/yaml/text_check.h"

#include <algorithm>
#include <istream>
#include <map>
#include <set>
#include <streambuf>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace nestwright::yaml {
namespace {

/// Leaves the parser, whose events can't fail otherwise.
struct Stop {
    Error error;
};

/// Builds the tree from the parser's events, within the limits.
class Builder : public YAML::EventHandler {
public:
    Builder(const std::string& file, const ParseOptions& options)
        : m_file(std::make_shared<const std::string>(file))
        , m_options(options) {}

    [[nodiscard]] NodePtr root() const { return m_root; }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (m_root) {
            stop(placeOf(mark), message(NW_TEXT("yaml.documents", "A second document begins here")),
                 message(NW_TEXT("yaml.documents.remedy", "Keep one document a file; join files with + if need be.")));
        }
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(make(mark, "", Node::Kind::null), anchor);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        auto node = make(mark, tag, Node::Kind::scalar);
        node->text = value;
        node->isQuoted = tag == "!";
        add(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end()) {
            stop(placeOf(mark), message(NW_TEXT("yaml.self_alias", "This alias stands inside its own anchor")),
                 message(NW_TEXT("yaml.self_alias.remedy", "Write the part out.")));
        }
        attach(found->second, placeOf(mark));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override {
        open(make(mark, tag, Node::Kind::sequence), anchor);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override {
        open(make(mark, tag, Node::Kind::map), anchor);
    }
    void OnMapEnd() override { close(); }

private:
    using Mutable = std::shared_ptr<Node>;

    struct Open {
        Mutable node;
        YAML::anchor_t anchor = YAML::NullAnchor;
        NodePtr key; ///< of a map: read, its value not yet
        std::set<std::string> keys;
        std::vector<Member> merges;
    };

    [[noreturn]] static void stop(SourcePlace place, Message what, Message remedy) {
        throw Stop{Error{ErrorKind::input, std::move(what), std::move(place), std::move(remedy)}};
    }

    SourcePlace placeOf(const YAML::Mark& mark) const { return {*m_file, mark.line + 1, mark.column + 1}; }

    Mutable make(const YAML::Mark& mark, const std::string& tag, Node::Kind kind) const {
        auto node = std::make_shared<Node>();
        node->kind = kind;
        if (tag.size() > 1) node->tag = tag;
        node->file = m_file;
        node->line = mark.line + 1;
        node->column = mark.column + 1;
        return node;
    }

    void add(Mutable node, YAML::anchor_t anchor) {
        if (anchor != YAML::NullAnchor) m_anchors[anchor] = node;
        const auto place = node->place();
        attach(std::move(node), place);
    }

    void open(Mutable node, YAML::anchor_t anchor) {
        if (static_cast<int>(m_open.size()) >= m_options.limits.maxDepth) tooDeep(node->place());
        m_open.push_back({std::move(node), anchor, nullptr, {}, {}});
    }

    void close() {
        Open closed = std::move(m_open.back());
        m_open.pop_back();
        merge(closed);
        add(std::move(closed.node), closed.anchor);
    }

    [[noreturn]] void tooDeep(SourcePlace place) const {
        stop(std::move(place),
             message(NW_TEXT("yaml.deep", "Lists and maps nest deeper than %1 levels"), m_options.limits.maxDepth),
             message(NW_TEXT("yaml.deep.remedy", "Flatten the file.")));
    }

    /// Gives a finished node to the list or map that is open.
    void attach(const NodePtr& node, const SourcePlace& place) {
        if (m_open.empty()) {
            m_root = node;
            return;
        }
        Open& parent = m_open.back();
        if (parent.node->isMap() && !parent.key) {
            parent.key = checkedKey(node, place);
            return;
        }
        grow(*parent.node, *node, place);
        if (parent.node->isSequence()) {
            parent.node->items.push_back(node);
            return;
        }
        addMember(parent, node);
        parent.key = nullptr;
    }

    void grow(Node& parent, const Node& child, const SourcePlace& place) const {
        parent.size += child.size;
        parent.depth = std::max(parent.depth, child.depth + 1);
        if (parent.depth > m_options.limits.maxDepth) tooDeep(place);
        if (parent.size <= m_options.limits.maxNodes) return;
        stop(place,
             message(NW_TEXT("yaml.nodes", "With aliases written out the file has more than %1 parts"),
                     m_options.limits.maxNodes),
             message(NW_TEXT("yaml.nodes.remedy", "Use fewer aliases (*name) inside each other.")));
    }

    static NodePtr checkedKey(const NodePtr& key, const SourcePlace& place) {
        if (key->isScalar()) return key;
        stop(place, message(NW_TEXT("yaml.key", "A key must be a word; this one is %1"), key->shown()),
             message(NW_TEXT("yaml.key.remedy", "Write the map as 'key: value'; quote keys with special characters.")));
    }

    void addMember(Open& parent, const NodePtr& value) const {
        std::string key = parent.key->text;
        const auto place = parent.key->place();
        if (key == "<<" && !parent.key->isQuoted) {
            parent.merges.push_back({key, place, value});
            return;
        }
        if (m_options.hyphensAreUnderscores) std::replace(key.begin(), key.end(), '-', '_');
        if (!parent.keys.insert(key).second) {
            constexpr std::size_t kMostRepeated = 100;
            if (m_options.repeatedKeys != nullptr && m_options.repeatedKeys->size() < kMostRepeated) {
                replaceMember(*parent.node, {std::move(key), place, value});
                return;
            }
            stop(place, message(NW_TEXT("yaml.duplicate", "The key \"%1\" stands twice in one map"), key),
                 message(NW_TEXT("yaml.duplicate.remedy", "Keep one of the two.")));
        }
        parent.node->members.push_back({std::move(key), place, value});
    }

    void replaceMember(Node& map, Member member) const {
        const auto found = std::find_if(map.members.begin(), map.members.end(),
                                        [&](const Member& other) { return other.key == member.key; });
        m_options.repeatedKeys->push_back({message(NW_TEXT("yaml.repeated", "The key \"%1\" stands again in line %2: "
                                                                            "the later one counts"),
                                                   member.key, member.place.line),
                                           found->place});
        *found = std::move(member);
    }

    static void merge(Open& map) {
        for (const auto& from : map.merges) {
            const auto sources = from.value->isSequence() ? from.value->items : std::vector<NodePtr>{from.value};
            for (const auto& source : sources) {
                if (!source->isMap()) {
                    stop(from.place, message(NW_TEXT("yaml.merge", "<< merges maps; this is %1"), source->shown()),
                         message(NW_TEXT("yaml.merge.remedy", "Name the anchor of a map after <<.")));
                }
                for (const auto& member : source->members) {
                    if (map.keys.insert(member.key).second) map.node->members.push_back(member);
                }
            }
        }
    }

    std::shared_ptr<const std::string> m_file;
    const ParseOptions& m_options;
    std::vector<Open> m_open;
    std::map<YAML::anchor_t, NodePtr> m_anchors;
    NodePtr m_root;
};

/// Reads the text in place.
class TextBuffer : public std::streambuf {
public:
    explicit TextBuffer(std::string_view text) {
        auto* begin = const_cast<char*>(text.data()); // NOLINT: a get area is never written to
        setg(begin, begin, begin + text.size());
    }
};

Error errorOf(const YAML::Exception& problem, std::string_view text, const std::string& file) {
    const int line = problem.mark.line + 1;
    const auto content = lineOf(text, line);
    const bool isTabbed = content.substr(0, content.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
    auto remedy = isTabbed ? message(NW_TEXT("yaml.tab.remedy", "Indent with blanks: YAML allows no tabs there."))
                           : message(NW_TEXT("yaml.syntax.remedy", "Check the indentation, brackets and quotes here."));
    return {ErrorKind::input,
            message(NW_TEXT("yaml.syntax", "This is no YAML: %1%2"), problem.msg,
                    std::string(isTabbed ? " (the line is indented with a tab)" : "")),
            {file, std::max(line, 1), std::max(problem.mark.column + 1, 1)},
            std::move(remedy)};
}

} // namespace

Result<NodePtr> parse(std::string_view text, const std::string& file, const ParseOptions& options) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    if (auto checked = checkText(text, file, options.limits); !checked) return tl::unexpected(checked.error());
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    Builder builder(file, options);
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Stop& stop) {
        return tl::unexpected(stop.error);
    } catch (const YAML::Exception& problem) {
        return tl::unexpected(errorOf(problem, text, file));
    }
    if (builder.root()) return builder.root();
    return failure(ErrorKind::input, message(NW_TEXT("yaml.empty", "The file is empty")), {file, 1, 1},
                   message(NW_TEXT("yaml.empty.remedy", "Check that it is the file you mean.")));
}

} // namespace nestwright::yaml
