// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document.h"

#include "core/accelerator/labels.h"

#include <QFileInfo>

#include <algorithm>

namespace nestwright::gui {

namespace {

auto findById(const std::vector<Accelerator>& accelerators, const std::string& id) {
    return std::find_if(accelerators.begin(), accelerators.end(),
                        [&](const auto& accelerator) { return accelerator.id == id; });
}

} // namespace

Document::Document(QObject* parent)
    : QObject(parent)
    , m_rows(std::make_shared<const std::vector<OperatorRow>>()) {}

QString Document::title() const {
    if (!m_projectPath.isEmpty()) return QFileInfo(m_projectPath).completeBaseName();
    if (!m_model) return {};
    const auto spec = QString::fromStdString(m_model->spec);
    return spec.contains(QLatin1Char('/')) ? QFileInfo(spec).fileName() : spec;
}

Project Document::project() const {
    Project project;
    if (m_model) {
        project.workload = m_model->spec;
        project.graph = m_model->graph;
        project.bindings = m_model->bindings;
    }
    project.accelerators = shortlist();
    if (const auto* current = currentAccelerator()) project.currentAccelerator = current->id;
    project.plan = m_planOptions;
    project.selected = m_selected;
    project.savedViews = m_savedViews;
    project.leftOutSections = m_leftOutSections;
    project.draft = m_draft;
    project.unknown = m_unknown;
    return project;
}

QString Document::label(const std::string& acceleratorId) const {
    const auto found = findById(m_accelerators, acceleratorId);
    return found == m_accelerators.end() ? QString::fromStdString(acceleratorId)
                                         : m_labels[static_cast<qsizetype>(found - m_accelerators.begin())];
}

std::string Document::origin(const std::string& acceleratorId) const {
    const auto found = findById(m_accelerators, acceleratorId);
    return found == m_accelerators.end() ? std::string()
                                         : m_origins[static_cast<std::size_t>(found - m_accelerators.begin())];
}

std::vector<ProjectAccelerator> Document::shortlist() const {
    std::vector<ProjectAccelerator> result;
    for (std::size_t i = 0; i < m_accelerators.size(); ++i) result.push_back({m_origins[i], m_accelerators[i]});
    return result;
}

bool Document::hasPreset(const std::string& id) const {
    return findById(m_accelerators, id) != m_accelerators.end() && (origin(id) == id || origin(id).empty());
}

const Accelerator* Document::currentAccelerator() const {
    return m_current < 0 ? nullptr : &m_accelerators[static_cast<std::size_t>(m_current)];
}

PlanPointer Document::plan(const std::string& acceleratorId) const {
    const auto found = m_plans.find(acceleratorId);
    return found == m_plans.end() ? nullptr : found->second;
}

PlanPointer Document::currentPlan() const {
    const auto* accelerator = currentAccelerator();
    return accelerator == nullptr ? nullptr : plan(accelerator->id);
}

std::optional<QString> Document::planFailure(const std::string& acceleratorId) const {
    const auto found = m_failures.find(acceleratorId);
    if (found == m_failures.end()) return std::nullopt;
    return found->second;
}

const PlannedOperator* Document::selectedPlanned() const {
    const auto planned = currentPlan();
    if (!planned || m_selected < 0 || static_cast<std::size_t>(m_selected) >= m_rows->size()) return nullptr;
    const int index = (*m_rows)[static_cast<std::size_t>(m_selected)].plannedIndex;
    return index < 0 ? nullptr : &planned->operators[static_cast<std::size_t>(index)];
}

std::vector<Note> Document::notes() const {
    std::vector<Note> all;
    for (const auto& [source, notes] : m_notes) all.insert(all.end(), notes.begin(), notes.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
    return all;
}

void Document::chooseRows() {
    const auto* accelerator = currentAccelerator();
    const auto found = accelerator == nullptr ? m_planRows.end() : m_planRows.find(accelerator->id);
    m_rows = found != m_planRows.end() ? found->second
             : m_model                 ? m_model->rows
                                       : std::make_shared<const std::vector<OperatorRow>>();
    emit rowsChanged();
}

void Document::setModel(ModelPointer model) {
    m_model = std::move(model);
    m_plans.clear();
    m_planRows.clear();
    m_failures.clear();
    m_plannedOn.clear();
    m_selected = kNoOperator;
    emit modelChanged();
    chooseRows();
    emit plansChanged();
    emit selectionChanged();
}

void Document::setProjectPath(const QString& path) {
    m_projectPath = path;
    emit titleChanged();
}

void Document::setPlanOptions(const PlanOptions& options) {
    m_planOptions = options;
    emit planOptionsChanged();
    clearPlans();
}

void Document::forgetPlan(const std::string& acceleratorId) {
    m_plans.erase(acceleratorId);
    m_planRows.erase(acceleratorId);
    m_failures.erase(acceleratorId);
    m_plannedOn.erase(acceleratorId);
}

/// As a preset and an edited copy of it have one name.
void Document::nameAccelerators() {
    std::vector<std::string> files;
    for (std::size_t i = 0; i < m_accelerators.size(); ++i) {
        files.push_back(fileOfOrigin(m_origins[i], m_accelerators[i].id));
    }
    m_labels.clear();
    for (const auto& label : distinctLabels(m_accelerators, files)) m_labels << QString::fromStdString(label);
}

void Document::notePlannedOn(const std::string& acceleratorId) {
    const auto found = findById(m_accelerators, acceleratorId);
    if (found != m_accelerators.end()) m_plannedOn.insert_or_assign(acceleratorId, *found);
}

void Document::setAccelerators(const std::vector<ProjectAccelerator>& shortlist) {
    for (const auto& [origin, accelerator] : shortlist) {
        const auto planned = m_plannedOn.find(accelerator.id);
        if (planned != m_plannedOn.end() && planned->second != accelerator) forgetPlan(accelerator.id);
    }
    const auto* before = currentAccelerator();
    const auto id = before == nullptr ? std::string() : before->id;
    m_accelerators.clear();
    m_origins.clear();
    for (const auto& [origin, accelerator] : shortlist) {
        m_accelerators.push_back(accelerator);
        m_origins.push_back(origin);
    }
    nameAccelerators();
    const auto found = findById(m_accelerators, id);
    m_current = found != m_accelerators.end() ? static_cast<int>(found - m_accelerators.begin())
                : m_accelerators.empty()      ? -1
                                              : 0;
    emit acceleratorsChanged();
    chooseRows();
    emit selectionChanged();
}

void Document::setCurrent(int index) {
    if (index == m_current || index < 0 || static_cast<std::size_t>(index) >= m_accelerators.size()) return;
    m_current = index;
    emit acceleratorsChanged();
    chooseRows();
    emit selectionChanged();
}

void Document::setPlan(const std::string& acceleratorId, PlanPointer plan, OperatorRowsPointer rows) {
    m_plans[acceleratorId] = std::move(plan);
    m_planRows[acceleratorId] = std::move(rows);
    m_failures.erase(acceleratorId);
    notePlannedOn(acceleratorId);
    emit plansChanged();
    const auto* now = currentAccelerator();
    if (now == nullptr || now->id != acceleratorId) return;
    chooseRows();
    emit selectionChanged();
}

void Document::setPlanFailure(const std::string& acceleratorId, const QString& reason) {
    m_failures[acceleratorId] = reason;
    notePlannedOn(acceleratorId);
    emit plansChanged();
}

void Document::clearPlans() {
    m_plans.clear();
    m_planRows.clear();
    m_failures.clear();
    m_plannedOn.clear();
    emit plansChanged();
    chooseRows();
    emit selectionChanged();
}

void Document::select(OperatorId id) {
    if (m_selected == id) return;
    m_selected = id;
    emit selectionChanged();
}

void Document::selectSlowest(LayerType type) {
    const OperatorRow* slowest = nullptr;
    for (const auto& row : *m_rows) {
        if (row.layerType != type) continue;
        if (slowest == nullptr || row.seconds > slowest->seconds) slowest = &row;
    }
    if (slowest != nullptr) select(slowest->id);
}

void Document::setFilters(std::vector<ViewFilter> filters) {
    if (m_filters == filters) return;
    m_filters = std::move(filters);
    emit filtersChanged();
}

void Document::setSavedViews(std::vector<SavedView> views) {
    if (m_savedViews == views) return;
    m_savedViews = std::move(views);
    emit savedViewsChanged();
}

void Document::setLeftOutSections(std::vector<std::string> ids) {
    if (m_leftOutSections == ids) return;
    m_leftOutSections = std::move(ids);
    emit leftOutSectionsChanged();
}

void Document::setDraft(std::optional<Bindings> draft) {
    if (m_draft == draft) return;
    m_draft = std::move(draft);
    emit draftChanged();
}

void Document::setNotes(const QString& source, std::vector<Note> notes) {
    if (notes.empty()) {
        if (m_notes.erase(source) == 0) return;
    } else {
        m_notes[source] = std::move(notes);
    }
    emit notesChanged();
}

void Document::clearNotes() {
    m_notes.clear();
    emit notesChanged();
}

void Document::clearModelNotes() {
    std::erase_if(m_notes, [](const auto& entry) { return !entry.first.startsWith(QLatin1String("accelerator:")); });
    emit notesChanged();
}

} // namespace nestwright::gui
